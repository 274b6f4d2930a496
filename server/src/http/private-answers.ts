import type { FastifyInstance } from 'fastify';

/** Keeps what only the signed-in may see, and tokens, out of every cache; a route may say otherwise of its own answer. */
export const keepAnswersPrivate = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    if (endpoint && (endpoint.access !== 'public' || endpoint.cookie)) reply.header('cache-control', 'no-store');
  });
};
