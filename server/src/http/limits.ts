import { type CallLimit, type Endpoint, type SubjectField, subjectOf } from '@banbo/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import { addressKey, siteKey } from '#lib/address-key.ts';
import { Refusal } from '#lib/refusal.ts';
import { spanCounts } from '#lib/span-counts.ts';
import { type Counted, countOne } from './limits.repo.ts';

/** How many times as often an IPv6 site (/48) may call as one of its networks (/64). */
const SITE_SHARE = 8;

type Limits = NonNullable<Endpoint['limits']>;

const holdTo = (reply: FastifyReply, { allowed, retryAfter }: Counted): void => {
  if (allowed) return;
  reply.header('retry-after', retryAfter);
  throw new Refusal('too_many_requests', 'Too many attempts. Please wait a little and try again.');
};

/** Counts addresses in this process, before anything is read of the call: these limits only hold back floods. */
const byAddress = (limits: Limits, now: () => Date) => {
  const counters = limits
    .filter(({ by }) => by === 'address')
    .map(({ max, seconds }) => ({
      networks: spanCounts({ max, seconds }),
      sites: spanCounts({ max: max * SITE_SHARE, seconds }),
    }));
  const countsCallers = limits.some(({ by }) => by === 'caller');
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (countsCallers && request.caller) return;
    const site = siteKey(request.ip);
    for (const { networks, sites } of counters) {
      holdTo(reply, networks.countOne(addressKey(request.ip), now().getTime()));
      if (site) holdTo(reply, sites.countOne(site, now().getTime()));
    }
  };
};

const inDatabase = ({ by }: CallLimit): boolean => by !== 'address';
const isSubject = (by: CallLimit['by']): by is SubjectField => typeof by === 'object';

const subjectOfLimit = ({ by }: CallLimit, { body, caller }: FastifyRequest): string | null => {
  if (isSubject(by)) return subjectOf(by, body);
  return caller?.accountId ?? null;
};

/** Counts subjects and callers on all servers together, once the call's body is read and known to be valid. */
const bySubjectAndCaller = (endpoint: string, limits: Limits, { db, now }: { db: Db; now: () => Date }) => {
  const counted = limits.filter(inDatabase).map((limit) => {
    const { by, max, seconds } = limit;
    // Spans of different lengths may begin at the same moment.
    const name = `${endpoint} by ${isSubject(by) ? by.body : by} in ${seconds} s`;
    return { limit, count: { name, max, seconds } };
  });
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    for (const { limit, count } of counted) {
      const subject = subjectOfLimit(limit, request);
      if (subject !== null) holdTo(reply, await countOne(db, count, subject, now()));
    }
  };
};

/** Holds each endpoint's `limits`, in the order in which the contract has them within each of the two stages. */
export const limitCalls = (app: FastifyInstance, deps: { db: Db; now: () => Date }): void => {
  app.addHook('onRoute', (route) => {
    const { limits = [], method, url } = route.config?.endpoint ?? {};
    if (limits.length === 0) return;
    route.onRequest = [byAddress(limits, deps.now), ...[route.onRequest ?? []].flat()];
    if (!limits.some(inDatabase)) return;
    route.preHandler = [bySubjectAndCaller(`${method} ${url}`, limits, deps), ...[route.preHandler ?? []].flat()];
  });
};
