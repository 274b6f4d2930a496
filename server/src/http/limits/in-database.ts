import { type CallLimit, subjectOf } from '@banbo/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import type { CheckedCounting } from '#db/list/list-sql.ts';
import { addressKey } from '#lib/address-key.ts';
import {
  type Count,
  checkedCounting,
  countsCallers,
  countsOfAddress,
  countsOfCallersAddress,
  type Hook,
  nameOfLimit,
  refuseFor,
} from './counts.ts';
import { isInMemory, type LimitsInMemory } from './in-memory.ts';
import { countEach } from './limits.repo.ts';
import { isWithCaller } from './with-caller.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler's first statement, `request.counting`, counts strangers and checks the room. */
    countsStrangers?: boolean;
  }
  interface FastifyRequest {
    /** The counts for the handler's first statement; null if there is nothing left to count. */
    counting: CheckedCounting | null;
  }
}

type Asked = { limit: CallLimit; name: string; hasCallers: boolean };

/** The counts that a call adds to under a limit; none if the limit does not apply to its caller. */
const countsOf = ({ limit, hasCallers }: Asked, { address, body, caller }: FastifyRequest): Count[] => {
  const { by, max, strangers } = limit;
  if (strangers && caller) return [];
  if (by === 'address') return (hasCallers && caller ? countsOfCallersAddress : countsOfAddress)(address, max);
  if (by === 'caller') return caller ? [{ subject: caller.accountId, max }] : [];
  const subject = subjectOf(by, body);
  if (subject === null) return [];
  return [{ subject: by.each === 'address' ? `${subject} ${addressKey(address)}` : subject, max }];
};

/** Counts for all servers once the body is valid; a handler may count strangers itself. */
const inDatabase =
  (asked: Asked[], { db, now }: { db: Db; now: () => Date }): Hook =>
  async (request, reply) => {
    const counts = asked.flatMap((one) =>
      countsOf(one, request).map(({ subject, max }) => ({
        limit: { name: one.name, max, seconds: one.limit.seconds },
        subject,
      })),
    );
    if (request.routeOptions.config.countsStrangers && !request.caller) {
      request.counting = checkedCounting(counts, now(), reply);
      return;
    }
    const retryAfter = await countEach(db, counts, now());
    if (retryAfter !== null) refuseFor(reply, retryAfter);
  };

type LimitDeps = { db: Db; now: () => Date; inMemory: LimitsInMemory };

/**
 * Applies those of each endpoint's `limits` that are counted in the database, in the contract's
 * order, and then the share of an address's signed-in callers, which a call that is refused for its
 * caller must not use up.
 */
export const limitCalls = (app: FastifyInstance, { inMemory, ...deps }: LimitDeps): void => {
  app.decorateRequest('counting', null);
  app.addHook('onRoute', (route) => {
    const { endpoint } = route.config ?? {};
    const late = endpoint?.limits?.filter((limit) => !isInMemory(limit) && !isWithCaller(endpoint, limit)) ?? [];
    const hasCallers = endpoint !== undefined && countsCallers(endpoint);
    if (!endpoint || (late.length === 0 && !hasCallers)) return;
    const asked = late.map((limit) => ({ limit, name: nameOfLimit(endpoint, limit), hasCallers }));
    const counting = late.length > 0 ? [inDatabase(asked, deps)] : [];
    const share = hasCallers ? [inMemory.countShare] : [];
    route.preHandler = [...counting, ...share, ...[route.preHandler ?? []].flat()];
  });
};
