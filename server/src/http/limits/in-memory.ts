import type { CallLimit, Endpoint } from '@banbo/contract';
import type { FastifyReply } from 'fastify';
import { addressKey } from '#lib/address-key.ts';
import type { TokenPayload } from '#lib/caller.ts';
import { type SpanCounts, spanCounts } from '#lib/span-counts.ts';
import type { FindCaller } from '../guard.ts';
import { type Count, countsCallers, countsOfAddress, countsOfCallersAddress, type Hook, refuseFor } from './counts.ts';

/** Calls of a session a minute, since each asks the database; people make far fewer. */
export const SESSION_PER_MINUTE = 600;
/** Calls a minute of an account from one address, all sessions; its owner elsewhere goes on. */
export const ACCOUNT_PER_MINUTE = 1_200;

/** True for a limit that this process counts by itself, before it reads anything of a call. */
export const isInMemory = ({ by, shared }: CallLimit): boolean => by === 'address' && !shared;

/** Checks all counts before any rises: a refused call must not use up counts of others. */
const take = (reply: FastifyReply, wanted: Counted[], now: Date): void => {
  const peeked = wanted.map(({ counts, subject, max }) => counts.peek(subject, max, now.getTime()));
  for (const { allowed, retryAfter } of peeked) if (!allowed) refuseFor(reply, retryAfter);
  for (const { count } of peeked) count();
};

type Counter = { max: number; counts: SpanCounts };
type Counted = Count & { counts: SpanCounts };

const countersOf = (limits: readonly CallLimit[] = []): Counter[] =>
  limits.filter(isInMemory).map(({ max, seconds }) => ({ max, counts: spanCounts(seconds) }));

const countedOf = (counters: Counter[], address: string, countsOf: typeof countsOfAddress): Counted[] =>
  counters.flatMap(({ max, counts }) => countsOf(address, max).map((count) => ({ ...count, counts })));

/** Limits, in memory, an address's calls to routes without a contract; all of them together. */
export const limitAddresses = (limits: readonly CallLimit[], now: () => Date): Hook => {
  const counters = countersOf(limits);
  return async ({ address }, reply) => take(reply, countedOf(counters, address, countsOfAddress), now());
};

const nameOf = ({ sessionId, epoch }: TokenPayload): string => `${sessionId} ${epoch}`;

export type LimitsInMemory = {
  /** Counts sessions, and strangers by address, before the guard asks the database. */
  beforeGuard: Hook;
  /** Counts a caller whose session the guard did not find as a stranger. */
  afterGuard: Hook;
  /** Counts a signed-in caller for the address once the caller's own limits allow the call. */
  countShare: Hook;
  /** Remembers tokens without a session until the minute ends, to spare the database. */
  rememberEnded: (find: FindCaller) => FindCaller;
};

/** Limits, in this process, the calls that would cost the database work. */
export const limitsInMemory = (now: () => Date): LimitsInMemory => {
  const ended = spanCounts(60);
  const sessions = spanCounts(60);
  const accounts = spanCounts(60);
  const counters = new Map<Endpoint, Counter[]>();
  const countersFor = (endpoint: Endpoint): Counter[] => {
    const known = counters.get(endpoint) ?? countersOf(endpoint.limits);
    counters.set(endpoint, known);
    return known;
  };
  const ofEndpoint = (endpoint: Endpoint, address: string, countsOf: typeof countsOfAddress): Counted[] =>
    countedOf(countersFor(endpoint), address, countsOf);

  const hasEnded = (tokenPayload: TokenPayload): boolean =>
    !ended.peek(nameOf(tokenPayload), 1, now().getTime()).allowed;

  return {
    beforeGuard: async (request, reply) => {
      const { address, routeOptions } = request;
      const { endpoint } = routeOptions.config;
      if (!endpoint) return;
      if (request.tokenPayload && hasEnded(request.tokenPayload)) request.tokenPayload = null;
      const { tokenPayload } = request;
      const strangers = tokenPayload && countsCallers(endpoint) ? [] : ofEndpoint(endpoint, address, countsOfAddress);
      const own = tokenPayload
        ? [
            { counts: sessions, subject: tokenPayload.sessionId, max: SESSION_PER_MINUTE },
            { counts: accounts, subject: `${tokenPayload.accountId} ${addressKey(address)}`, max: ACCOUNT_PER_MINUTE },
          ]
        : [];
      take(reply, [...own, ...strangers], now());
    },
    afterGuard: async ({ address, caller, tokenPayload, routeOptions }, reply) => {
      const { endpoint } = routeOptions.config;
      if (endpoint && tokenPayload && !caller && countsCallers(endpoint))
        take(reply, ofEndpoint(endpoint, address, countsOfAddress), now());
    },
    countShare: async ({ address, caller, routeOptions }, reply) => {
      const { endpoint } = routeOptions.config;
      if (endpoint && caller) take(reply, ofEndpoint(endpoint, address, countsOfCallersAddress), now());
    },
    rememberEnded: (find) => async (tokenPayload, endpoint) => {
      const found = await find(tokenPayload, endpoint);
      if (!found) ended.peek(nameOf(tokenPayload), 1, now().getTime()).count();
      return found;
    },
  };
};
