import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '#lib/address-key.ts';
import { spanCounts } from '#lib/span-counts.ts';
import { refuseFor } from './counts.ts';

/** Calls a minute from one address; right ones are not counted. */
const MOST = 120;

/**
 * Counts calls of a kind that shows only once they are looked at, such as a stranger's; refuses one
 * with 429 beyond 120 a minute of its address.
 */
export const addressBound = (now: () => Date, message: string) => {
  const counts = spanCounts(60);
  return ({ address }: FastifyRequest, reply: FastifyReply): void => {
    const count = counts.peek(addressKey(address), MOST, now().getTime());
    if (!count.allowed) refuseFor(reply, count.retryAfter, message);
    count.count();
  };
};

/** Counts a call with a wrong or without a secret; refuses it with 429 beyond 120 a minute. */
export const wrongSecrets = (now: () => Date) => addressBound(now, 'Too many wrong secrets. Please wait a minute.');
