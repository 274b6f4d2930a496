import { type CallLimit, subjectOf } from '@banbo/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import { addressKey, siteKey } from '#lib/address-key.ts';
import { Refusal } from '#lib/refusal.ts';
import { spanCounts } from '#lib/span-counts.ts';
import { type Counted, countOne } from './limits.repo.ts';

/** How many times as often an IPv6 site (/48) may call as one of its networks (/64). */
const SITE_SHARE = 8;
/** How many times as often those who are signed in may call from one address, each of whom is counted by account. */
const SIGNED_IN_SHARE = 10;

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
/** Something that a call counts for, and how often it may. */
type Count = { subject: string; max: number };

const isInMemory = ({ by, shared }: CallLimit): boolean => by === 'address' && !shared;

const holdTo = (reply: FastifyReply, { allowed, retryAfter }: Counted): void => {
  if (allowed) return;
  reply.header('retry-after', retryAfter);
  throw new Refusal('too_many_requests', 'Too many attempts. Please wait a little and try again.');
};

/** Both are looked at before either counts. */
const countsOfAddress = (address: string, max: number): Count[] => {
  const site = siteKey(address);
  return [
    { subject: addressKey(address), max },
    ...(site === null ? [] : [{ subject: `site ${site}`, max: max * SITE_SHARE }]),
  ];
};

/** The same for somebody who is signed in, apart from strangers at the address and far more loosely. */
const countsOfCallersAddress = (address: string, max: number): Count[] =>
  countsOfAddress(address, max * SIGNED_IN_SHARE).map((count) => ({ ...count, subject: `signed in ${count.subject}` }));

type Asked = { limit: CallLimit; countsCallers: boolean };

/** The counts that a call adds to under a limit; none where the limit does not hold its caller. */
const countsOf = ({ limit, countsCallers }: Asked, { address, body, caller }: FastifyRequest): Count[] => {
  const { by, max, strangers } = limit;
  if (strangers && caller) return [];
  if (by === 'address') return (countsCallers && caller ? countsOfCallersAddress : countsOfAddress)(address, max);
  if (by === 'caller') return caller ? [{ subject: caller.accountId, max }] : [];
  const subject = subjectOf(by, body);
  if (subject === null) return [];
  return [{ subject: by.each === 'address' ? `${subject} ${addressKey(address)}` : subject, max }];
};

const nameOf = (endpoint: string, { by, seconds }: CallLimit): string => {
  const counted = typeof by === 'string' ? by : [by.body, by.as, by.each].filter(Boolean).join(' ');
  // Spans of different lengths may begin at the same moment.
  return `${endpoint} by ${counted} in ${seconds} s`;
};

/** Counts addresses in this process, before anything is read of the call: these limits only hold back floods. */
const inMemory = (asked: Asked[], now: () => Date): Hook => {
  const counters = asked.map((one) => ({ one, counts: spanCounts(one.limit.seconds) }));
  return async (request, reply) => {
    for (const { one, counts } of counters) {
      const at = now().getTime();
      // The networks of a site that is full are not counted: each would fill more of what all subjects share.
      const looked = countsOf(one, request).map(({ subject, max }) => counts.look(subject, max, at));
      for (const each of looked) holdTo(reply, each);
      for (const { count } of looked) count();
    }
  };
};

/** Counts on all servers together, once the call's body is read and known to be valid. */
const inDatabase = (endpoint: string, asked: Asked[], { db, now }: { db: Db; now: () => Date }): Hook => {
  const named = asked.map((one) => ({ one, name: nameOf(endpoint, one.limit) }));
  return async (request, reply) => {
    for (const { one, name } of named) {
      for (const { subject, max } of countsOf(one, request)) {
        holdTo(reply, await countOne(db, { name, max, seconds: one.limit.seconds }, subject, now()));
      }
    }
  };
};

/** Holds each endpoint's `limits`, in the order in which the contract has them within each of the two stages. */
export const limitCalls = (app: FastifyInstance, deps: { db: Db; now: () => Date }): void => {
  app.addHook('onRoute', (route) => {
    const { limits = [], method, url } = route.config?.endpoint ?? {};
    if (limits.length === 0) return;
    const countsCallers = limits.some(({ by }) => by === 'caller');
    const asked = limits.map((limit) => ({ limit, countsCallers }));
    const early = asked.filter(({ limit }) => isInMemory(limit));
    const late = asked.filter(({ limit }) => !isInMemory(limit));
    route.onRequest = [inMemory(early, deps.now), ...[route.onRequest ?? []].flat()];
    route.preHandler = [inDatabase(`${method} ${url}`, late, deps), ...[route.preHandler ?? []].flat()];
  });
};
