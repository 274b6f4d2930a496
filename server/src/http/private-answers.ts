import type { FastifyInstance } from 'fastify';

/** Keeps answers for signed-in people, and tokens, out of every cache; a route may set its own rule. */
export const keepAnswersPrivate = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    if (endpoint && (endpoint.access !== 'public' || endpoint.cookie)) reply.header('cache-control', 'no-store');
  });
};
