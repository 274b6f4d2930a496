import type { OwnSession, PageAsked } from '@banbo/contract';
import { fromReserve } from '#db/write-access.ts';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import type { IdentityDeps } from '../deps.ts';
import { refuseEasy } from '../passwords/easy-password.ts';
import { proveOwnPassword } from '../passwords/prove-own-password.ts';
import { auditOwnPassword } from '../passwords/set-password.ts';
import { signAccessToken } from '../sessions/access-token.ts';
import { presentSession } from '../sessions/sessions.present.ts';
import { deleteSession, deleteSessions, isOpenSession, pageOfSessions } from '../sessions/sessions.repo.ts';
import { forgetOrigins } from '../sign-in/known-origin.ts';
import { accountById, endAccessTokens, replacePasswordHash } from './accounts.repo.ts';

/** A page of the caller's sessions, the last used first, and their count. */
export const listSessions = async (
  deps: IdentityDeps,
  { accountId, sessionId }: Caller,
  page: PageAsked,
): Promise<{ rows: OwnSession[]; count: number }> => {
  const { rows, count } = await pageOfSessions(deps.db, accountId, page, deps.now());
  return { rows: rows.map((session) => presentSession(session, sessionId)), count };
};

/** Signs out of all devices, this one included. */
export const signOutEverywhere = async (deps: IdentityDeps, { accountId }: Caller): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    await deleteSessions(tx, accountId);
    await endAccessTokens(tx, accountId);
  });

/** Signs out of one device. Another person's session is 404 `not_found`. */
export const endSession = async (deps: IdentityDeps, { accountId }: Caller, id: string): Promise<void> => {
  if (!(await fromReserve(() => deleteSession(deps.db, accountId, id)))) {
    throw new Refusal('not_found', 'You are not signed in on that device any more.');
  }
};

const changedMeanwhile = (): Refusal =>
  new Refusal('refused', 'Your password or your access was changed meanwhile. Please sign in again.');

/** `known` are the names and numbers of the caller, which the new password must not hold. */
type Change = { current: string; next: string; marks: readonly string[]; known: readonly string[] };

/**
 * Changes the caller's own password, ends the other sessions, forgets all devices and addresses, and answers this
 * session's new access token. Wrong current passwords count as at sign-in; refusals are 422 `refused`, since the
 * session itself was good when the call came. A block, an ended session or another new password that came while this
 * one was hashed wins.
 */
export const changePassword = async (
  deps: IdentityDeps,
  caller: Caller,
  { current, next, marks, known }: Change,
): Promise<string> => {
  await refuseEasy(deps.db, { password: next, field: 'new_password', known });
  return deps.passwords.withSlot(
    async (slot) => {
      const { accountId, sessionId } = caller;
      const { passwordHash: from } = await proveOwnPassword(deps, slot, caller, { password: current, marks });
      const to = await slot.hash(next);
      const account = await deps.db.transaction().execute(async (tx) => {
        // This locks the account, so the session is read after it.
        const good = await replacePasswordHash(tx, { accountId, from, to });
        if (!good || !(await isOpenSession(tx, accountId, sessionId))) throw changedMeanwhile();
        await forgetOrigins(tx, accountId);
        await deleteSessions(tx, accountId, sessionId);
        await auditOwnPassword(tx, accountId, caller.requestId, deps.now());
        return accountById(tx, accountId);
      });
      const { role, login: username } = caller;
      const claims = { accountId, sessionId, epoch: account?.token_epoch ?? 0, role, username };
      return signAccessToken(deps.keys, claims, deps.now());
    },
    { account: caller.accountId },
  );
};
