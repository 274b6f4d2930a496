import type { AuditAction, OwnSecondFactor } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import { lockAccount } from '../accounts/accounts.repo.ts';
import type { IdentityDeps } from '../deps.ts';
import { type OwnPassword, proveOwnPassword } from '../passwords/prove-own-password.ts';
import { type User, userById } from '../users/users.repo.ts';
import { claimOwnCodeAttempt } from './code-attempts.ts';
import {
  countRecoveryCodes,
  deleteSecondFactor,
  isRequiredOf,
  replaceRecoveryCodes,
  secondFactorOf,
} from './second-factor.repo.ts';
import { hashRecoveryCode, newRecoveryCodes, useCode } from './use-code.ts';

/** The caller's own record as a staff user; 404 `not_found` for members and tenants, who have no second factor. */
export const staffUser = async (deps: IdentityDeps, { accountId }: Caller): Promise<User> => {
  const user = await userById(deps.db, accountId);
  if (!user) throw new Refusal('not_found', 'You have no record as a staff user.');
  return user;
};

/** A refusal at the field `code`. */
export const wrongCode = (message = 'This code is wrong or was used before. Please wait for the next one.'): Refusal =>
  new Refusal('refused', message, { issues: [{ path: 'body.code', message }] });

export const auditOwn = (tx: Tx, deps: IdentityDeps, caller: Caller, action: AuditAction): Promise<void> => {
  const subject = { kind: 'user', id: caller.accountId, name: caller.login };
  return audit(tx, caller, { action, subject }, deps.now());
};

export const showSecondFactor = async (deps: IdentityDeps, caller: Caller): Promise<OwnSecondFactor> => {
  const { id, role } = await staffUser(deps, caller);
  const factor = await secondFactorOf(deps.db, id);
  return {
    since: factor?.confirmed_at?.toISOString() ?? null,
    recovery_codes_left: await countRecoveryCodes(deps.db, id),
    is_required: await isRequiredOf(deps.db, role),
  };
};

/** New recovery codes in place of the account's former ones; only this answer shows them. */
export const giveRecoveryCodes = async (tx: Tx, { keys }: IdentityDeps, accountId: string): Promise<string[]> => {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(keys, accountId, code));
  await replaceRecoveryCodes(tx, accountId, hashes);
  return codes;
};

export type Proof = OwnPassword & { code: string | undefined };

/**
 * Runs `work` for a caller who proves once more who they are: by their password, and by a code where they have a second
 * factor. Wrong passwords and codes count as at sign-in. Refused with 404 `not_found` for members and tenants, and with
 * 422 `refused`.
 */
export const asOneself = async <T>(
  deps: IdentityDeps,
  caller: Caller,
  { code, ...own }: Proof,
  work: (tx: Tx, user: User) => Promise<T>,
): Promise<T> => {
  const user = await staffUser(deps, caller);
  const proved = await deps.passwords.withSlot((slot) => proveOwnPassword(deps, slot, caller, own), {
    account: user.id,
  });
  if (user.has_second_factor && code === undefined) throw wrongCode('Please enter a code of the app that you use now.');
  const counter = { accountId: user.id, deviceHash: proved.deviceHash };
  const codes = user.has_second_factor ? await claimOwnCodeAttempt(deps, counter) : null;
  const done = await deps.db.transaction().execute(async (tx) => {
    await lockAccount(tx, user.id);
    await proved.clear(tx);
    if (codes && (await useCode(tx, deps, user.id, code ?? '')) === null) return null;
    await codes?.clear(tx);
    return { of: await work(tx, user) };
  });
  if (!done) throw wrongCode();
  return done.of;
};

/** New recovery codes. */
export const renewCodes = async (deps: IdentityDeps, caller: Caller, proof: Proof): Promise<string[]> => {
  const { has_second_factor } = await staffUser(deps, caller);
  if (!has_second_factor) throw new Refusal('refused', 'You have no second factor yet.');
  return asOneself(deps, caller, proof, async (tx, user) => {
    await auditOwn(tx, deps, caller, 'users.renew_recovery_codes');
    return giveRecoveryCodes(tx, deps, user.id);
  });
};

/** Signs the caller in by the password alone from now on. Refused also where their role needs a second factor. */
export const giveUpSecondFactor = async (deps: IdentityDeps, caller: Caller, proof: Proof): Promise<void> => {
  const { role } = await staffUser(deps, caller);
  if (await isRequiredOf(deps.db, role)) {
    throw new Refusal('refused', 'Your role needs a second factor. You can put another phone in its place.');
  }
  await asOneself(deps, caller, proof, async (tx, user) => {
    if (await deleteSecondFactor(tx, user.id)) await auditOwn(tx, deps, caller, 'users.remove_second_factor');
  });
};
