import type { Endpoint } from '@banbo/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Db, Tx } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { hashForm } from './body-hash.ts';
import { firstAnswer, keyOf, runOnce } from './kept-answers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Of an endpoint that the contract calls idempotent: runs the work that its answer is made in, in the one transaction
     * that keeps the answer under the request's `Idempotency-Key`. `work` gives the answer's whole body.
     */
    inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
    /** The same for work of one statement, which needs no transaction where no answer is kept. */
    inOneStatement: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
    hasKeptAnswer: boolean;
  }
}

const isIdempotent = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.endpoint?.idempotent ?? false;

const successOf = ({ schema }: Endpoint): number => (201 in schema.response ? 201 : 200);

/** Sends an answer as it was kept, past the schema of answers, which may be another one by now. */
const sendKept = (reply: FastifyReply, endpoint: Endpoint, kept: unknown): FastifyReply =>
  reply.status(successOf(endpoint)).type('application/json; charset=utf-8').serializer(JSON.stringify).send(kept);

/** The route's handler, which gives its answer, with what makes it idempotent around it. */
const keeping = (db: Db, endpoint: Endpoint, handler: RouteOptions['handler']): RouteOptions['handler'] =>
  async function (request, reply) {
    try {
      reply.status(successOf(endpoint));
      const answer = await handler.call(this, request, reply);
      if (request.hasKeptAnswer) return answer;
    } catch (error) {
      // Sent twice at one moment, this one may be refused for what the other one made.
      const first = error instanceof Refusal ? await firstAnswer(db, request) : null;
      if (first === null) throw error;
      return sendKept(reply, endpoint, first);
    }
    throw new Error(`${endpoint.method} ${endpoint.url} is idempotent and kept no answer`);
  };

/**
 * Makes the endpoints idempotent that the contract says are. Answers a call that was answered before with that answer, ahead
 * of the schemas and of everything the handler checks: an update or a changed look-up between two sendings must not refuse
 * what was accepted. Guards and the limits in memory come before, since they hold whoever calls. The handler works in
 * `request.inTransaction` and gives its answer, whose status is the contract's. Needs the body's hash (`hashBodies`) and, of
 * a form, its parts.
 */
export const keepAnswers = (app: FastifyInstance, { db }: { db: Db }): void => {
  app.decorateRequest('hasKeptAnswer', false);
  const run = async <T>(request: FastifyRequest, work: (tx: Tx) => Promise<T>, keyless: () => Promise<T>) => {
    if (!isIdempotent(request)) throw new Error(`${request.routeOptions.url} is not idempotent in the contract`);
    const answer = await runOnce(db, request, work, keyless);
    request.hasKeptAnswer = true;
    return answer;
  };
  app.decorateRequest('inTransaction', function <T>(this: FastifyRequest, work: (tx: Tx) => Promise<T>) {
    return run(this, work, () => db.transaction().execute(work));
  });
  app.decorateRequest('inOneStatement', function <T>(this: FastifyRequest, work: (db: Db) => Promise<T>) {
    return run(this, work, () => work(db));
  });
  app.addHook('onRoute', (route) => {
    const { endpoint } = route.config ?? {};
    if (endpoint?.idempotent) route.handler = keeping(db, endpoint, route.handler);
  });
  app.addHook('preValidation', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint?.idempotent || !keyOf(request)) return;
    if (endpoint.schema.consumes) request.bodyHash = await hashForm(request.body as Record<string, string | File>);
    const kept = await firstAnswer(db, request);
    if (kept !== null) return sendKept(reply, endpoint, kept);
  });
};
