import { createHmac } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { type Account, type AccountKind, accountById, isGood, noteSignIn } from '../accounts/accounts.repo.ts';
import type { IdentityDeps } from '../deps.ts';
import type { TokenKeys } from '../sessions/access-token.ts';
import { endSessionOf, type IssuedSession, openSession } from '../sessions/open-session.ts';
import { noteRefused, type Origin, recognise, rememberOrigin } from './known-origin.ts';
import { blockedUntil, type Counter, clearCounter, countAttempt } from './login-counts.repo.ts';

/** Wrong passwords that block for 15 minutes (docs/decisions/0007-sessions-and-codes.md). */
const MAX_ATTEMPTS = 3;
const BLOCK_MINUTES = 15;
/** Minutes that a count is kept: longer than a block, short against made-up logins. */
export const COUNTED_MINUTES = 60;

const MINUTE = 60_000;

/** The counter for a login that no account of the kind has. */
const unknownLogin = ({ keys }: IdentityDeps, kind: AccountKind, login: string): Counter => ({
  loginHash: createHmac('sha256', keys.logins).update(`${kind} ${login}`).digest('hex'),
});

/** True while too many wrong passwords block the counter. */
export const isBlocked = async ({ db, now }: IdentityDeps, counter: Counter): Promise<boolean> =>
  (await blockedUntil(db, counter, now())) !== null;

/** Counts an attempt before its check; `attempts` is null while blocked, `clear` resets it. */
export const countPasswordAttempt = async (deps: IdentityDeps, counter: Counter) => {
  const now = deps.now();
  const rule = {
    max: MAX_ATTEMPTS,
    now,
    blockedUntil: new Date(now.getTime() + BLOCK_MINUTES * MINUTE),
    forgetBefore: new Date(now.getTime() - COUNTED_MINUTES * MINUTE),
  };
  const attempts = await countAttempt(deps.db, counter, rule);
  return { attempts, clear: (tx: Tx): Promise<void> => clearCounter(tx, counter) };
};

/** A session with the device marks that the browser keeps. */
export type SignedInSession = IssuedSession & { marks: string[] };

type ProvedSession = { account: Account; persist: boolean; origin: Origin; now: Date };

/**
 * Opens a session after the proof, replacing the browser's former one of the kind, and remembers
 * device and address. Null when the account was blocked or its password changed meanwhile.
 */
export const openProvedSession = async (
  tx: Tx,
  keys: TokenKeys,
  { account, persist, origin, now }: ProvedSession,
): Promise<SignedInSession | null> => {
  const accountId = account.id;
  if (!(await noteSignIn(tx, { accountId, passwordHash: account.password_hash ?? '', now }))) return null;
  // The account is locked by now, so that simultaneous sign-ins leave no more devices than allowed.
  const marks = await rememberOrigin(tx, keys, { accountId, origin, now });
  await endSessionOf(tx, keys, origin.former);
  return { ...(await openSession(tx, keys, { account, persist, origin, now })), marks };
};

export const WRONG_CREDENTIALS = 'Wrong Username or Password';
export const BLOCKED_BY_STAFF = 'Your account is blocked. Please contact the system administrator.';
export const DAYS_ARE_OVER = 'The days of this sign-in are over. Please ask the company to open a new one.';
export const BLOCKED_FOR_A_WHILE = `Your account is blocked after ${MAX_ATTEMPTS} wrong passwords. Please try again in ${BLOCK_MINUTES} minutes or contact the system administrator.`;

/** `login` is normalised; `accountId` is null for an unknown one. */
export type SignIn = {
  kind: AccountKind;
  login: string;
  accountId: string | null;
  password: string;
  persist: boolean;
  origin: Origin;
  wrong?: string;
};

/** An id that no account has: looking it up takes as long as an existing one. */
const NOBODY = '0';

export const blocked = (message: string): Refusal =>
  new Refusal('account_blocked', message, { login_attempts: MAX_ATTEMPTS, account_blocked: true });

/** An account whose right password was given. */
export type Proved = { account: Account; now: Date };

/**
 * Checks the password, and lets `proved` do what follows from a right one; null from it means that
 * account or password changed meanwhile. A login that no account has is counted, blocked and
 * answered like an existing one, with the same number of statements and hashes, so that answers and
 * their times reveal nothing. Known devices go first when many come at once. `wrong` replaces the
 * usual message for a wrong password. Refused with 401 `wrong_credentials` or `account_blocked`,
 * both with `login_attempts` and `account_blocked`, or with 429.
 */
export const provePassword = async <T>(
  deps: IdentityDeps,
  attempt: SignIn,
  proved: (tx: Tx, by: Proved) => Promise<T | null>,
): Promise<T> => {
  const { kind, login, password, origin, wrong = WRONG_CREDENTIALS } = attempt;
  const accountId = attempt.accountId ?? NOBODY;
  const { device, rank } = await recognise(deps, accountId, origin);
  const unknown = unknownLogin(deps, kind, login);
  const counter = attempt.accountId === null ? unknown : { accountId, deviceHash: device };
  const refuse = (attempts: number) =>
    attempts >= MAX_ATTEMPTS
      ? blocked(BLOCKED_FOR_A_WHILE)
      : new Refusal('wrong_credentials', wrong, { login_attempts: attempts, account_blocked: false });
  // Takes no place for hashing and writes nothing, for an existing login as for any other, so that
  // the answer's time reveals nothing.
  if (await isBlocked(deps, counter)) throw blocked(BLOCKED_FOR_A_WHILE);
  return deps.passwords.withSlot(
    async (slot) => {
      const account = await accountById(deps.db, accountId);
      if (account && account.status !== 'active') throw blocked(BLOCKED_BY_STAFF);
      if (account && !isGood(account, deps.now())) throw blocked(DAYS_ARE_OVER);
      const { attempts, clear } = await countPasswordAttempt(deps, counter);
      if (attempts === null) throw blocked(BLOCKED_FOR_A_WHILE);
      const right = await slot.check(account?.password_hash ?? null, password);
      if (!account || !right) {
        // Only for staff, whose sign-ins are logged; an unknown login costs the same.
        if (kind === 'staff') await noteRefused(deps.db, { account, origin, why: 'wrong password' }, deps.now());
        throw refuse(attempts);
      }
      return deps.db.transaction().execute(async (tx) => {
        const done = await proved(tx, { account, now: deps.now() });
        if (done === null) throw refuse(attempts);
        await clear(tx);
        return done;
      });
    },
    { account: attempt.accountId ?? `${kind} ${login}`, rank },
  );
};

/** Checks the password and opens a session, where a password is enough. Refused as above. */
export const signIn = (deps: IdentityDeps, attempt: SignIn): Promise<SignedInSession> =>
  provePassword(deps, attempt, (tx, by) => openProvedSession(tx, deps.keys, { ...by, ...attempt }));
