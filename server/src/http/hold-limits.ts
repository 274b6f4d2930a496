import type { FastifyReply } from 'fastify';
import type { Db } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { type CountLimit, countOne } from './limits.repo.ts';

/** A limit with the address, car or number that it counts. */
export type Held = CountLimit & { subject: string };

/**
 * Counts one more under each limit, on all servers together. Refuses with 429 `too_many_requests` and a Retry-After header
 * at the first that is full.
 */
export const holdLimits = async (db: Db, reply: FastifyReply, limits: readonly Held[], now: Date): Promise<void> => {
  for (const { subject, ...limit } of limits) {
    const { allowed, retryAfter } = await countOne(db, limit, subject, now);
    if (allowed) continue;
    reply.header('retry-after', retryAfter);
    throw new Refusal('too_many_requests', 'Too many attempts. Please wait a little and try again.');
  }
};
