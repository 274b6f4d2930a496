import type { Tx } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { hashSecret, newSecret } from '#lib/secret.ts';
import { accountById, noteSignIn } from './accounts.repo.ts';
import type { IdentityDeps } from './deps.ts';
import { isKnownDevice, rememberDevice } from './devices.repo.ts';
import { type Counter, claimAttempt, clearCounter } from './login-counts.repo.ts';
import { type Opened, openSession } from './open-session.ts';

/** SPEC §9: an account is blocked after 3 login attempts; DESIGN §5: for 15 minutes. */
export const MAX_ATTEMPTS = 3;
export const BLOCK_MINUTES = 15;

export const WRONG_CREDENTIALS = 'Wrong Username or Password';
export const BLOCKED_BY_STAFF = 'Your account is blocked. Please contact the system administrator.';
export const BLOCKED_FOR_A_WHILE = `Your account is blocked after ${MAX_ATTEMPTS} wrong passwords. Please try again in ${BLOCK_MINUTES} minutes or contact the system administrator.`;

/** Where a sign-in comes from. `device` is the known-device cookie's text. */
export type Origin = { device: string | undefined; userAgent: string; address: string };

export type SignIn = { accountId: string | null; password: string; persist: boolean; origin: Origin; wrong?: string };

const blocked = (message: string): Refusal =>
  new Refusal('account_blocked', message, { login_attempts: MAX_ATTEMPTS, account_blocked: true });

/** Where this device's wrong passwords are counted. */
export const counterOf = async (
  { db }: IdentityDeps,
  accountId: string,
  device: string | undefined,
): Promise<Counter> => {
  const deviceHash = device ? hashSecret(device) : null;
  const known = deviceHash !== null && (await isKnownDevice(db, accountId, deviceHash));
  return { accountId, deviceHash: known ? deviceHash : null };
};

/**
 * Counts an attempt before the password is looked at. `attempts` is null while blocked; `clear` forgets the count after
 * a right password.
 */
export const claimPasswordAttempt = async (deps: IdentityDeps, accountId: string, device: string | undefined) => {
  const counter = await counterOf(deps, accountId, device);
  const now = deps.now();
  const blockedUntil = new Date(now.getTime() + BLOCK_MINUTES * 60_000);
  const attempts = await claimAttempt(deps.db, counter, { max: MAX_ATTEMPTS, now, blockedUntil });
  return { attempts, clear: (tx: Tx): Promise<void> => clearCounter(tx, counter) };
};

/**
 * Checks the password and opens a session. An account that is not there (`accountId` null) costs the same work as a wrong
 * password. `wrong` is the message of a wrong password, SPEC §8's unless given.
 * Refused with 401 `wrong_credentials` or `account_blocked`, both with `login_attempts` and `account_blocked`, or with 429.
 */
export const signIn = (deps: IdentityDeps, attempt: SignIn): Promise<Opened & { device: string }> =>
  deps.passwords.inTurn(async (turn) => {
    const { accountId, password, origin, wrong = WRONG_CREDENTIALS } = attempt;
    const account = accountId === null ? null : await accountById(deps.db, accountId);
    const refuse = (attempts: number) =>
      attempts >= MAX_ATTEMPTS
        ? blocked(BLOCKED_FOR_A_WHILE)
        : new Refusal('wrong_credentials', wrong, { login_attempts: attempts, account_blocked: false });
    if (!account) {
      await turn.check(null, password);
      throw refuse(1);
    }
    if (account.status !== 'active') throw blocked(BLOCKED_BY_STAFF);
    const now = deps.now();
    const { attempts, clear } = await claimPasswordAttempt(deps, account.id, origin.device);
    if (attempts === null) throw blocked(BLOCKED_FOR_A_WHILE);
    if (!(await turn.check(account.password_hash, password))) throw refuse(attempts);
    const device = origin.device ?? newSecret();
    const opened = await deps.db.transaction().execute(async (tx) => {
      const good = await noteSignIn(tx, { accountId: account.id, passwordHash: account.password_hash ?? '', now });
      if (!good) throw refuse(attempts);
      await clear(tx);
      await rememberDevice(tx, account.id, hashSecret(device), now);
      return openSession(tx, { account, persist: attempt.persist, origin, now });
    });
    return { ...opened, device };
  });
