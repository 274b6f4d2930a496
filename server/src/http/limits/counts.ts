import type { CallLimit, Endpoint } from '@banbo/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import type { CheckedCounting } from '#db/list/list-sql.ts';
import { addressKey, siteKey } from '#lib/address-key.ts';
import { Refusal } from '#lib/refusal.ts';
import { countEach, countingOf, type SubjectCount, secondsUntilRoom } from './limits.repo.ts';

/** An IPv6 site (/48) may call this many times as often as one of its networks (/64). */
const SITE_SHARE = 8;
/** Signed-in callers may call so many times as often from an address; accounts count apart. */
const SIGNED_IN_SHARE = 10;

export type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** True if signed-in callers are counted by account; their address then counts more loosely. */
export const countsCallers = ({ limits = [] }: Endpoint): boolean => limits.some(({ by }) => by === 'caller');

/** A subject that a call counts for, and its limit. */
export type Count = { subject: string; max: number };

/** The counts of an address: its own and, for IPv6, its site's. */
export const countsOfAddress = (address: string, max: number): Count[] => {
  const site = siteKey(address);
  return [
    { subject: addressKey(address), max },
    ...(site === null ? [] : [{ subject: `site ${site}`, max: max * SITE_SHARE }]),
  ];
};

/** The same for a signed-in caller, apart from strangers at the address and far more loosely. */
export const countsOfCallersAddress = (address: string, max: number): Count[] =>
  countsOfAddress(address, max * SIGNED_IN_SHARE).map((count) => ({ ...count, subject: `signed in ${count.subject}` }));

/** Refuses a call with 429 and the seconds to wait. */
export const refuseFor = (
  reply: FastifyReply,
  seconds: number,
  message = 'Too many attempts. Please wait a little and try again.',
): never => {
  reply.header('retry-after', seconds);
  throw new Refusal('too_many_requests', message);
};

/** A limit's name in the database. Spans of different lengths may begin at the same moment. */
export const nameOfLimit = ({ method, url }: Endpoint, { by, seconds }: CallLimit): string => {
  const counted = typeof by === 'string' ? by : [by.body, by.as, by.each].filter(Boolean).join(' ');
  return `${method} ${url} by ${counted} in ${seconds} s`;
};

/**
 * Counts of a call for a statement of its handler, refused with 429 where one has no room, with the
 * full limit's own message or the given one; null without any.
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

const DAY = 86_400;

type AddressLimit = { name: string; max: number; message: string };

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
