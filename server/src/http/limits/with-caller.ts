import type { CallLimit, Endpoint } from '@banbo/contract';
import type { Counting } from '#db/counting.ts';
import type { Claims, Person } from '#lib/caller.ts';
import type { FindCaller } from '../guard.ts';
import { nameOfLimit } from './counts.ts';
import { countingOf, type SubjectCount, secondsUntilRoom } from './limits.repo.ts';

/**
 * True for a limit of callers that the statement which finds the caller counts. An idempotent endpoint counts its callers
 * later: a repeat that gets the first answer uses nothing up.
 */
export const isWithCaller = ({ idempotent }: Endpoint, { by }: CallLimit): boolean => by === 'caller' && !idempotent;

type Find = (claims: Claims, counting: Counting | null) => Promise<{ person: Person; counted: number } | null>;

/** Finds callers by `find`, and counts each call for its caller in the same statement. */
export const countingCallers =
  (find: Find, now: () => Date): FindCaller =>
  async (claims, endpoint) => {
    const counts = (endpoint.limits ?? [])
      .filter((limit) => isWithCaller(endpoint, limit))
      .map((limit): SubjectCount => {
        const { max, seconds } = limit;
        return { limit: { name: nameOfLimit(endpoint, limit), max, seconds }, subject: claims.accountId };
      });
    const at = now();
    const found = await find(claims, countingOf(counts, at));
    return found && { person: found.person, retryAfter: secondsUntilRoom(counts, found.counted, at) };
  };
