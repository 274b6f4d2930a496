import type { Db, Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import type { Caller } from '#lib/caller.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { accountById, setPasswordHash } from '../accounts/accounts.repo.ts';
import type { IdentityDeps } from '../deps.ts';
import { deleteSessions } from '../sessions/sessions.repo.ts';
import { forgetOrigins, recogniseDevice } from '../sign-in/known-origin.ts';
import { countPasswordAttempt } from '../sign-in/sign-in.ts';
import { refuseEasy } from './easy-password.ts';
import type { HashingSlot } from './password-hashing.ts';
import { consumeSetupCode, setupCodeExpiry } from './setup-codes.repo.ts';
import { hashSetupCode } from './setup-codes.ts';

/** Logs that a staff user set their own password; members and tenants are not in this log. */
export const auditOwnPassword = async (tx: Db, accountId: string, requestId: string, now: Date): Promise<void> => {
  const account = await accountById(tx, accountId);
  if (account?.kind !== 'staff') return;
  const subject = { kind: 'user', id: accountId, name: account.login };
  await audit(tx, { accountId, login: account.login, requestId }, { action: 'users.set_password', subject }, now);
};

export const WRONG_CODE = 'This setup code is wrong, already used or expired. Please ask for a new one.';

export const EXPIRED_CODE = 'This setup code has expired. Please ask for a new one.';

const wrongCode = (): Refusal => new Refusal('refused', WRONG_CODE);

/** A password to be set with a code. */
export type Setting = { code: string; password: string; requestId: string };

/**
 * Sets an account's password with its setup code and ends its sessions. The code is checked before
 * any hashing, so guessing costs the server nothing. `known` are the names and numbers of the
 * owner, which the password must not hold; `expired` words the refusal of a right code that came
 * too late.
 * @throws Refusal `refused`, for an unknown account (null) as for a wrong code, and for a password
 * that is easy to guess.
 */
export const setPassword = async (
  deps: IdentityDeps,
  {
    accountId,
    code,
    password,
    known,
    requestId,
    expired = EXPIRED_CODE,
  }: Setting & { accountId: string | null; known: readonly string[]; expired?: string },
): Promise<void> => {
  const codeHash = hashSetupCode(accountId ?? '', code);
  const expiry = accountId === null ? null : await setupCodeExpiry(deps.db, accountId, codeHash);
  if (accountId === null || expiry === null) throw wrongCode();
  if (expiry <= deps.now()) throw new Refusal('refused', expired);
  // After the code: a stranger must not learn from a refusal whose names fit.
  await refuseEasy(deps.db, { password, field: 'password', known });
  const passwordHash = await deps.passwords.withSlot((slot) => slot.hash(password), { account: accountId });
  await deps.db.transaction().execute(async (tx) => {
    // Locks the account before the code, as changes of users do, or the two could deadlock.
    await setPasswordHash(tx, accountId, passwordHash);
    if (!(await consumeSetupCode(tx, accountId, codeHash, deps.now()))) throw wrongCode();
    await deleteSessions(tx, accountId);
    await forgetOrigins(tx, accountId);
    await auditOwnPassword(tx, accountId, requestId, deps.now());
  });
};

/** A password as its owner gives it again, and the marks of the device on which they do. */
export type OwnPassword = { password: string; marks: readonly string[] };

const refuse = (message: string): Refusal => refusalAt('refused', 'password', message);

/** A right password: its hash, the device's, and what forgets the wrong ones before it. */
export type ProvedPassword = { passwordHash: string; deviceHash: string | null; clear: (tx: Tx) => Promise<void> };

/**
 * Asks a signed-in person for their password again. Wrong ones count as at sign-in. Refused with
 * 422 `refused` at the field `password`, since the session itself is good.
 */
export const proveOwnPassword = async (
  deps: IdentityDeps,
  slot: HashingSlot,
  { accountId }: Pick<Caller, 'accountId'>,
  { password, marks }: OwnPassword,
): Promise<ProvedPassword> => {
  const account = await accountById(deps.db, accountId);
  const deviceHash = await recogniseDevice(deps.db, accountId, marks);
  const { attempts, clear } = await countPasswordAttempt(deps, { accountId, deviceHash });
  if (attempts === null) throw refuse('Too many wrong passwords. Please try again in 15 minutes.');
  const passwordHash = account?.password_hash ?? null;
  if (!(await slot.check(passwordHash, password)) || passwordHash === null) {
    throw refuse('The current password is wrong.');
  }
  return { passwordHash, deviceHash, clear };
};
