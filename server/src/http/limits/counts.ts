import type { Endpoint } from '@banbo/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey, siteKey } from '#lib/address-key.ts';
import { Refusal } from '#lib/refusal.ts';

/** How many times as often an IPv6 site (/48) may call as one of its networks (/64). */
const SITE_SHARE = 8;
/** How many times as often those who are signed in may call from one address, each of whom is counted by account. */
const SIGNED_IN_SHARE = 10;

export type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** True where those who are signed in are counted by account, so that their address may count them more loosely. */
export const countsCallers = ({ limits = [] }: Endpoint): boolean => limits.some(({ by }) => by === 'caller');

/** Something that a call counts for, and how often it may. */
export type Count = { subject: string; max: number };

/** The counts of an address: its own and, for IPv6, that of its site. */
export const countsOfAddress = (address: string, max: number): Count[] => {
  const site = siteKey(address);
  return [
    { subject: addressKey(address), max },
    ...(site === null ? [] : [{ subject: `site ${site}`, max: max * SITE_SHARE }]),
  ];
};

/** The same for somebody who is signed in, apart from strangers at the address and far more loosely. */
export const countsOfCallersAddress = (address: string, max: number): Count[] =>
  countsOfAddress(address, max * SIGNED_IN_SHARE).map((count) => ({ ...count, subject: `signed in ${count.subject}` }));

/** Refuses a call with 429 that has to wait so many seconds. */
export const refuseFor = (reply: FastifyReply, seconds: number): never => {
  reply.header('retry-after', seconds);
  throw new Refusal('too_many_requests', 'Too many attempts. Please wait a little and try again.');
};
