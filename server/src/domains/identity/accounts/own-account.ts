import type { OwnProfileChange, OwnSession, OwnSignIn, PageAsked, UserChange } from '@banbo/contract';
import { fromReserve } from '#db/connection/write-access.ts';
import { audit, differ, lastEntries } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import type { IdentityDeps } from '../deps.ts';
import { refuseEasy } from '../passwords/easy-password.ts';
import { auditOwnPassword, type ProvedPassword, proveOwnPassword } from '../passwords/set-password.ts';
import { signAccessToken } from '../sessions/access-token.ts';
import { presentSession } from '../sessions/open-session.ts';
import { deleteSession, deleteSessions, isOpenSession, pageOfSessions } from '../sessions/sessions.repo.ts';
import { forgetOrigins, SIGN_IN } from '../sign-in/known-origin.ts';
import { applyProfile, auditedValues } from '../users/change-users.ts';
import { staffUser } from '../users/read-users.ts';
import { tellFormerContacts } from '../users/tell-user.ts';
import { lockUser, type UserRow, userById } from '../users/users.repo.ts';
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
 * Changes the caller's own password, ends the other sessions, forgets all devices and addresses,
 * and answers this session's new access token. Wrong current passwords count as at sign-in;
 * refusals are 422 `refused`, since the session itself was good when the call came. A block, an
 * ended session or another new password that came while this one was hashed wins.
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
      const payload = { accountId, sessionId, epoch: account?.token_epoch ?? 0, role, username };
      return signAccessToken(deps.keys, payload, deps.now());
    },
    { account: caller.accountId },
  );
};

const PASSWORD_MISSING = 'Please enter your password to change the e-mail address.';

const passwordNeeded = (): Refusal => refusalAt('refused', 'password', PASSWORD_MISSING);

const isMoved = ({ email }: UserRow, change: UserChange): boolean =>
  change.email !== undefined && change.email !== email;

/**
 * Changes the caller's own names and contacts at any rank. Another e-mail takes the password, and
 * wrong ones count as at sign-in; the former address and number are told. Refused as `staffUser`,
 * with 409, and with 422 `refused` at the field `password`.
 */
export const changeOwnProfile = async (
  deps: IdentityDeps,
  caller: Caller,
  { change: { password, ...change }, marks }: { change: OwnProfileChange; marks: readonly string[] },
): Promise<UserRow> => {
  const prove = async (): Promise<ProvedPassword> => {
    if (!password) throw passwordNeeded();
    return deps.passwords.withSlot((slot) => proveOwnPassword(deps, slot, caller, { password, marks }), {
      account: caller.accountId,
    });
  };
  const proved = isMoved(await staffUser(deps.db, caller), change) ? await prove() : null;
  return deps.db.transaction().execute(async (tx) => {
    const now = deps.now();
    const before = await staffUser(tx, caller, lockUser);
    if (isMoved(before, change) && !proved) throw passwordNeeded();
    await proved?.clear(tx);
    await applyProfile(tx, before, change);
    await tellFormerContacts(tx, before, change, { deps, by: caller.login, now });
    const after = (await userById(tx, caller.accountId)) ?? before;
    const subject = { kind: 'user', id: before.id, name: before.login };
    const values = { before: auditedValues(before, now), after: auditedValues(after, now) };
    if (differ(values.before, values.after)) {
      await audit(tx, caller, { action: 'users.change', subject, ...values }, now);
    }
    return after;
  });
};

const SHOWN = 10;

/** The last sign-ins to the caller's account, the newest first. Refused as `staffUser`. */
export const ownSignIns = async (deps: IdentityDeps, caller: Caller): Promise<OwnSignIn[]> => {
  const { id: accountId } = await staffUser(deps.db, caller);
  const entries = await lastEntries(deps.db, { kind: SIGN_IN, id: accountId, size: SHOWN });
  return entries.map(({ id, at, action, after }) => {
    const { how, why, address = '' } = (after ?? {}) as { how?: string; why?: string; address?: string };
    return { id, at: at.toISOString(), accepted: action === 'sign_in.accept', note: how ?? why ?? '', address };
  });
};
