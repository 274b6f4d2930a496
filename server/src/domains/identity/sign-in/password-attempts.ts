import { createHmac } from 'node:crypto';
import type { Tx } from '#db/database.ts';
import type { AccountKind } from '../accounts/accounts.repo.ts';
import type { IdentityDeps } from '../deps.ts';
import { blockedUntil, type Counter, claimAttempt, clearCounter } from './login-counts.repo.ts';

/**
 * The lockout count: this many wrong passwords block an account for 15 minutes
 * (docs/decisions/0007-sessions-and-codes.md).
 */
export const MAX_ATTEMPTS = 3;
export const BLOCK_MINUTES = 15;
/**
 * Minutes that a count is kept. Longer than a block, so that waiting gains nothing; short, since strangers can make up
 * logins to count.
 */
export const COUNTED_MINUTES = 60;

const MINUTE = 60_000;

/** The counter for a login that no account of the kind has. */
export const unknownLogin = ({ keys }: IdentityDeps, kind: AccountKind, login: string): Counter => ({
  loginHash: createHmac('sha256', keys.logins).update(`${kind} ${login}`).digest('hex'),
});

/** True while too many wrong passwords block the counter. */
export const isBlocked = async ({ db, now }: IdentityDeps, counter: Counter): Promise<boolean> =>
  (await blockedUntil(db, counter, now())) !== null;

/**
 * Counts an attempt before its password is checked. `attempts` is null while blocked; `clear` resets the count after a
 * right password.
 */
export const claimPasswordAttempt = async (deps: IdentityDeps, counter: Counter) => {
  const now = deps.now();
  const rule = {
    max: MAX_ATTEMPTS,
    now,
    blockedUntil: new Date(now.getTime() + BLOCK_MINUTES * MINUTE),
    forgetBefore: new Date(now.getTime() - COUNTED_MINUTES * MINUTE),
  };
  const attempts = await claimAttempt(deps.db, counter, rule);
  return { attempts, clear: (tx: Tx): Promise<void> => clearCounter(tx, counter) };
};
