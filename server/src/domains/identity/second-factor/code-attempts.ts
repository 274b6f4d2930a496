import type { Tx } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import type { IdentityDeps } from '../deps.ts';
import {
  type CodeCounter,
  claimCodeAttempt as claim,
  clearCodeCount,
  codesBlockedUntil,
} from './second-factor.repo.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The third wrong code blocks for a quarter of an hour, as a third wrong password does; each further one for longer. */
export const MAX_CODES = 3;
const FIRST_BLOCK = 15 * MINUTE;
const LONGEST_BLOCK = DAY;
/** Days after which a count that has not risen is forgotten. Longer than the longest block, so that waiting gains nothing. */
export const CODES_COUNTED_DAYS = 7;

const inWords = (milliseconds: number): string => {
  const minutes = Math.ceil(milliseconds / MINUTE);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
};

/** Says how long no code is taken from here, and whom to ask. */
export const codesBlocked = async (deps: IdentityDeps, counter: CodeCounter): Promise<string> => {
  const until = await codesBlockedUntil(deps.db, counter);
  const left = Math.max(MINUTE, (until?.getTime() ?? 0) - deps.now().getTime());
  return `Too many wrong codes. Please try again in ${inWords(left)} or contact the system administrator.`;
};

/**
 * Counts an attempt before its code is looked at, so that simultaneous ones cannot all be tried. `attempts` is null while
 * blocked; `clear` forgets the count after a right code. A right password does not.
 */
export const claimCodeAttempt = async (deps: IdentityDeps, counter: CodeCounter) => {
  const rule = { free: MAX_CODES, firstBlock: FIRST_BLOCK, longestBlock: LONGEST_BLOCK, now: deps.now() };
  const attempts = await claim(deps.db, counter, rule);
  return { attempts, clear: (tx: Tx): Promise<void> => clearCodeCount(tx, counter) };
};

/** The same for somebody who is signed in, refused with 422 `refused` while blocked. */
export const claimOwnCodeAttempt = async (deps: IdentityDeps, counter: CodeCounter) => {
  const { attempts, clear } = await claimCodeAttempt(deps, counter);
  if (attempts === null) throw new Refusal('refused', await codesBlocked(deps, counter));
  return { clear };
};
