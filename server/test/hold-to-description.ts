import type { FastifyInstance, FastifyReply } from 'fastify';
import { headersOf } from '../src/http/openapi/headers.ts';
import { codesOf } from '../src/http/openapi/responses.ts';

const isTotal = (name: string): boolean => /^x-(total|waiting)-/.test(name);

const totalsIn = (reply: FastifyReply): string => Object.keys(reply.getHeaders()).filter(isTotal).sort().join(', ');

/**
 * Checks the codes of refusals and the totals of lists against the API's description; gives each
 * difference once.
 */
export const holdToDescription = (app: FastifyInstance): ReadonlySet<string> => {
  const differences = new Set<string>();
  app.addHook('preSerialization', async ({ routeOptions }, reply, payload) => {
    const { endpoint } = routeOptions.config;
    if (!endpoint) return payload;
    const call = `${endpoint.method} ${endpoint.url}`;
    if (reply.statusCode >= 400) {
      const { code } = payload as { code?: string };
      if (!codesOf(endpoint).some((one) => one === code)) differences.add(`${call} refuses with ${code}`);
    } else {
      const described = headersOf(endpoint).filter(isTotal).sort().join(', ');
      if (totalsIn(reply) !== described)
        differences.add(`${call} answers with the totals ${totalsIn(reply) || 'of nothing'}`);
    }
    return payload;
  });
  return differences;
};
