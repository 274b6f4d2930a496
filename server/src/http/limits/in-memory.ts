import type { CallLimit, Endpoint } from '@banbo/contract';
import type { FastifyReply } from 'fastify';
import { type SpanCounts, spanCounts } from '#lib/span-counts.ts';
import { type Count, countsCallers, countsOfAddress, countsOfCallersAddress, type Hook, refuseFor } from './counts.ts';

/** The guard asks the database at each call with a token. Nobody works at ten calls a second for a minute. */
export const SESSION_PER_MINUTE = 600;
/** A hundred calls a second of those who are signed in: an office or a good part of a mobile network at its busiest. */
export const ADDRESS_PER_MINUTE = 6_000;

/** True for a limit that this process counts by itself, before anything of a call is read. */
export const isInMemory = ({ by, shared }: CallLimit): boolean => by === 'address' && !shared;

type Counter = { max: number; counts: SpanCounts };

const countersOf = ({ limits = [] }: Endpoint): Counter[] =>
  limits.filter(isInMemory).map(({ max, seconds }) => ({ max, counts: spanCounts(seconds) }));

/**
 * Counts in this process what a call would cost the database, for two hooks around the guard. Whoever has a token that we
 * signed is taken for signed in before the guard, and counted once more as a stranger when the guard finds no session.
 */
export const limitsInMemory = (now: () => Date): { beforeGuard: Hook; afterGuard: Hook } => {
  const sessions = spanCounts(60);
  const addresses = spanCounts(60);
  const counters = new Map<Endpoint, Counter[]>();
  const countersFor = (endpoint: Endpoint): Counter[] => {
    const known = counters.get(endpoint) ?? countersOf(endpoint);
    counters.set(endpoint, known);
    return known;
  };

  /** All are looked at before any counts: a network of a full site would fill more of what all subjects share. */
  const take = (reply: FastifyReply, counts: SpanCounts, wanted: Count[]): void => {
    const at = now().getTime();
    const looked = wanted.map(({ subject, max }) => counts.look(subject, max, at));
    for (const { allowed, retryAfter } of looked) if (!allowed) refuseFor(reply, retryAfter);
    for (const { count } of looked) count();
  };

  return {
    beforeGuard: async ({ address, claims, routeOptions }, reply) => {
      const { endpoint } = routeOptions.config;
      if (!endpoint) return;
      const countsOf = claims && countsCallers(endpoint) ? countsOfCallersAddress : countsOfAddress;
      for (const { max, counts } of countersFor(endpoint)) take(reply, counts, countsOf(address, max));
      if (!claims) return;
      take(reply, sessions, [{ subject: claims.sessionId, max: SESSION_PER_MINUTE }]);
      take(reply, addresses, countsOfAddress(address, ADDRESS_PER_MINUTE));
    },
    afterGuard: async ({ address, caller, claims, routeOptions }, reply) => {
      const { endpoint } = routeOptions.config;
      if (!endpoint || !claims || caller || !countsCallers(endpoint)) return;
      for (const { max, counts } of countersFor(endpoint)) take(reply, counts, countsOfAddress(address, max));
    },
  };
};
