import type { FastifyReply } from 'fastify';
import type { Db } from '#db/database.ts';
import { countsOfAddress, refuseFor } from './counts.ts';
import { countEach } from './limits.repo.ts';

const DAY = 86_400;

export type AddressLimit = { name: string; max: number; message: string };

/**
 * Counts a call for its address, and for the site of an IPv6 one, on a day when all addresses
 * together send far more than usual. Refused with 429 beyond `max` a day. In a
 * transaction a refusal undoes the counts.
 */
export const countAddressOfDay = async (
  db: Db,
  { address, reply, now }: { address: string; reply: FastifyReply; now: Date },
  { name, max, message }: AddressLimit,
): Promise<void> => {
  const counts = countsOfAddress(address, max).map((count) => ({
    limit: { name, max: count.max, seconds: DAY },
    subject: count.subject,
  }));
  const seconds = await countEach(db, counts, now);
  if (seconds !== null) refuseFor(reply, seconds, message);
};
