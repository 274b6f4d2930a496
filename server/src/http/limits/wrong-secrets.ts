import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '#lib/address-key.ts';
import { spanCounts } from '#lib/span-counts.ts';
import { refuseFor } from './counts.ts';

/** Wrong secrets a minute from one address; right ones are taken beside any number of them. */
const MOST_WRONG = 120;

/** Counts a call with a wrong or without a secret; refuses it with 429 beyond 120 a minute. */
export const wrongSecrets = (now: () => Date) => {
  const wrong = spanCounts(60);
  return ({ address }: FastifyRequest, reply: FastifyReply): void => {
    const count = wrong.peek(addressKey(address), MOST_WRONG, now().getTime());
    if (!count.allowed) refuseFor(reply, count.retryAfter, 'Too many wrong secrets. Please wait a minute.');
    count.count();
  };
};
