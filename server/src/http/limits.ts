import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey } from '#lib/address-key.ts';
import { Refusal } from '#lib/refusal.ts';

const keyGenerator = (request: FastifyRequest): string => addressKey(request.ip);

/** Holds each endpoint's `limits` by address (DESIGN §5). Counts live in this process. */
export const limitCalls = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    const limits = route.config?.endpoint?.limits ?? [];
    if (limits.length === 0) return;
    const counters = limits.map(({ max, seconds }) =>
      app.createRateLimit({ max, timeWindow: seconds * 1000, keyGenerator }),
    );
    const hooks = [route.onRequest ?? []].flat();
    route.onRequest = [
      async (request, reply) => {
        for (const count of counters) {
          const result = await count(request);
          if (result.isAllowed || !result.isExceeded) continue;
          reply.header('retry-after', result.ttlInSeconds);
          throw new Refusal('too_many_requests', 'Too many attempts. Please wait a little and try again.');
        }
      },
      ...hooks,
    ];
  });
};
