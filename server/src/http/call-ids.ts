import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { withCallId } from '#lib/call-id.ts';
import { ASSETS } from './headers.ts';

/** Names a call in the log, in its answer and at the proxy. */
const CALL_ID_HEADER = 'x-request-id';

/** Every usual form: a UUID, digits, `0A0B:1F_01`. It can neither end a line nor pass for a job. */
const GIVEN_FORM = /^[\w.:-]{1,64}$/;

/** Names a call as its trusted proxy does, or by a new UUID. */
export const callIdOf =
  (trustsProxy: boolean) =>
  ({ headers }: IncomingMessage): string => {
    const given = trustsProxy ? headers[CALL_ID_HEADER] : undefined;
    return typeof given === 'string' && GIVEN_FORM.test(given) ? given : randomUUID();
  };

/** Tells the caller the id of their call. */
export const sendCallId = (reply: FastifyReply): FastifyReply => reply.header(CALL_ID_HEADER, reply.request.id);

/** Gives each call's id to its answer, and to the log lines of all work that it causes. */
export const nameCalls = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    // A page loads twenty of these, and nobody asks about one.
    if (!request.url.startsWith(ASSETS)) sendCallId(reply);
    withCallId(request.id, done);
  });
  // A body's events come from its connection, outside of the call.
  app.addHook('preValidation', ({ id }, _reply, done) => withCallId(id, done));
};
