import type { CallLimit, Endpoint } from '@banbo/contract';
import type { Counting } from '#db/counting.ts';
import { fromReserve, isUnwritable } from '#db/write-access.ts';
import type { Claims, Person } from '#lib/caller.ts';
import type { FindCaller } from '../guard.ts';
import { callsInHand } from './calls-in-hand.ts';
import { nameOfLimit } from './counts.ts';
import { countingOf, type SubjectCount, secondsUntilRoom } from './limits.repo.ts';

/**
 * True for a limit of callers that the statement which finds the caller counts. An idempotent endpoint counts its callers
 * later: a repeat that gets the first answer uses nothing up.
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
  claims: Claims,
  counting: Counting | null,
) => Promise<{ person: Person; isLimited: boolean; counted: number } | null>;

/**
 * Finds a caller and counts a call. Where nothing can be written at the moment, it counts as if each count had room, so that
 * reading goes on: the limits in memory hold all the same (`in-memory.ts`).
 */
const findCounting = async (find: Find, claims: Claims, missing: readonly SubjectCount[], at: Date) => {
  const counting = countingOf(missing, at);
  if (!counting) return find(claims, null);
  try {
    return await fromReserve(() => find(claims, counting));
  } catch (error) {
    if (!isUnwritable(error)) throw error;
    const found = await find(claims, null);
    return found && { ...found, counted: missing.length };
  }
};

/**
 * Finds callers by `find`, and counts each call for its caller: by a call that this server has in hand, or by taking more of
 * them in the same statement.
 */
export const countingCallers = (find: Find, now: () => Date): FindCaller => {
  const inHand = callsInHand();
  return async (claims, endpoint) => {
    const at = now();
    const counts = endpoint ? countsOf(endpoint, claims.accountId) : [];
    const { used, missing } = inHand.use(counts, at);
    const found = await findCounting(find, claims, missing, at);
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
