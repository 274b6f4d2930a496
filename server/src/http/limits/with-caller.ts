import type { CallLimit, Endpoint } from '@banbo/contract';
import { fromReserve, isUnwritable } from '#db/connection/write-access.ts';
import type { Counting } from '#db/list/list-sql.ts';
import type { Person, TokenPayload } from '#lib/caller.ts';
import type { FindCaller } from '../guard.ts';
import { nameOfLimit } from './counts.ts';
import { countingOf, type SubjectCount, secondsUntilRoom, spanOf } from './limits.repo.ts';

/** Subjects whose calls are kept at most; beyond it all are dropped, at a block of calls each. */
const MOST_SUBJECTS = 20_000;

/** The calls of a limit that a server takes at a time: a tenth, or the next smaller divisor. */
const blockOf = (max: number): number => {
  for (let block = Math.floor(max / 10); block > 1; block -= 1) if (max % block === 0) return block;
  return 1;
};

type Hand = { starts: number; left: number };

/**
 * Calls that this server has counted ahead in the database, so that most calls of a signed-in
 * person write nothing. A limit holds across servers all the same: blocks divide it, so that
 * servers never take more than it has. A caller who changes servers may find it full by a block
 * early for each of the others.
 */
const callsInHand = () => {
  const hands = new Map<string, Hand>();

  const handOf = ({ limit, subject }: SubjectCount, now: Date): Hand => {
    const key = `${limit.name} ${subject}`;
    const starts = spanOf(limit, now).getTime();
    const known = hands.get(key);
    if (known?.starts === starts) return known;
    if (hands.size >= MOST_SUBJECTS) hands.clear();
    const hand = { starts, left: 0 };
    hands.set(key, hand);
    return hand;
  };

  return {
    /** Uses a call of each count in hand; the database must give a block of the `missing`. */
    use: (counts: readonly SubjectCount[], now: Date): { used: SubjectCount[]; missing: SubjectCount[] } => {
      const used = counts.filter((count) => handOf(count, now).left > 0);
      for (const count of used) handOf(count, now).left -= 1;
      const missing = counts
        .filter((count) => !used.includes(count))
        .map((count) => ({ ...count, times: blockOf(count.limit.max) }));
      return { used, missing };
    },
    giveBack: (used: readonly SubjectCount[], now: Date): void => {
      for (const count of used) handOf(count, now).left += 1;
    },
    /** Keeps the rest of the blocks after the call that they were taken for. */
    keepRest: (taken: readonly SubjectCount[], now: Date): void => {
      for (const count of taken) handOf(count, now).left += (count.times ?? 1) - 1;
    },
  };
};

/**
 * True for a limit of callers that the statement which finds the caller counts. An idempotent
 * endpoint counts its callers later: a repeat that gets the first answer uses nothing up.
 */
export const isWithCaller = ({ idempotent }: Endpoint, { by }: CallLimit): boolean => by === 'caller' && !idempotent;

const countsOf = (endpoint: Endpoint, subject: string): SubjectCount[] =>
  (endpoint.limits ?? [])
    .filter((limit) => isWithCaller(endpoint, limit))
    .map((limit) => {
      const { max, seconds } = limit;
      return { limit: { name: nameOfLimit(endpoint, limit), max, seconds }, subject };
    });

type Find = (
  tokenPayload: TokenPayload,
  counting: Counting | null,
) => Promise<{ person: Person; isLimited: boolean; counted: number } | null>;

/**
 * Finds a caller and counts a call. Where nothing can be written at the moment, it counts as if
 * each count had room, so that reading goes on: the limits in memory hold all the same
 * (`in-memory.ts`).
 */
const findCounting = async (find: Find, tokenPayload: TokenPayload, missing: readonly SubjectCount[], at: Date) => {
  const counting = countingOf(missing, at);
  if (!counting) return find(tokenPayload, null);
  try {
    return await fromReserve(() => find(tokenPayload, counting));
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    const found = await find(tokenPayload, null);
    return found && { ...found, counted: missing.length };
  }
};

/**
 * Finds callers by `find`, and counts each call for its caller: by a call that this server has in
 * hand, or by taking more of them in the same statement.
 */
export const countingCallers = (find: Find, now: () => Date): FindCaller => {
  const inHand = callsInHand();
  return async (tokenPayload, endpoint) => {
    const at = now();
    const counts = endpoint ? countsOf(endpoint, tokenPayload.accountId) : [];
    const { used, missing } = inHand.use(counts, at);
    const found = await findCounting(find, tokenPayload, missing, at);
    if (!found) {
      inHand.giveBack(used, at);
      return null;
    }
    inHand.keepRest(missing.slice(0, found.counted), at);
    // Calls beside this one may have taken the last blocks, and not used them.
    const isFull = inHand.use(missing.slice(found.counted), at).missing.length > 0;
    const { person, isLimited } = found;
    return { person, isLimited, retryAfter: isFull ? secondsUntilRoom(missing, found.counted, at) : null };
  };
};
