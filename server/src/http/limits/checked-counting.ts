import type { FastifyReply } from 'fastify';
import type { CheckedCounting } from '#db/counting.ts';
import { refuseFor } from './counts.ts';
import { countingOf, type SubjectCount, secondsUntilRoom } from './limits.repo.ts';

/**
 * Counts of a call for a statement of its handler, refused with 429 where one has no room, with the full limit's own message or
 * the given one; null without any.
 */
export const checkedCounting = (
  counts: readonly SubjectCount[],
  now: Date,
  reply: FastifyReply,
  message?: string,
): CheckedCounting | null => {
  const counting = countingOf(counts, now);
  const check = (counted: number): void => {
    const retryAfter = secondsUntilRoom(counts, counted, now);
    if (retryAfter !== null) refuseFor(reply, retryAfter, counts[counted]?.limit.message ?? message);
  };
  return counting && { ...counting, check };
};
