import { type ErrorCode, speakInSentences } from '@banbo/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { fromDatabase } from '#lib/database-trouble.ts';
import { Refusal } from '#lib/refusal.ts';

const validation = (error: FastifyError): Refusal | null => {
  if (!hasZodFastifySchemaValidationErrors(error)) return null;
  const issues = error.validation.map((issue) => ({
    path: `${error.validationContext ?? 'body'}${issue.instancePath.replace(/\/$/, '').replaceAll('/', '.')}`,
    message: issue.message ?? 'Not valid.',
  }));
  return new Refusal('invalid_input', issues[0]?.message ?? 'The request is not valid.', { issues });
};

/** What the framework itself refuses, as a sentence. */
const fromFramework = (error: FastifyError): Refusal | null => {
  if (error.statusCode === 413) return new Refusal('too_large', 'What was sent is too large.');
  if (error.statusCode === 415)
    return new Refusal('unsupported_media', 'What was sent has a form this service does not take.');
  const { statusCode: status = 500, code = '' } = error;
  if (status === 400 || (status < 500 && code.startsWith('FST_'))) {
    return new Refusal('invalid_input', 'The request could not be read.');
  }
  return null;
};

/** Whatever was thrown as what is said of it; null for what nobody foresaw. */
const asRefusal = (error: unknown): Refusal | null => {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error)) return null;
  return validation(error as FastifyError) ?? fromDatabase(error) ?? fromFramework(error as FastifyError);
};

/** Seconds after which a call that is no fault of its caller's is worth another try. */
const RETRY_AFTER: Partial<Record<ErrorCode, number>> = { busy: 2, storage_full: 60 };

const suggestRetry = (reply: FastifyReply, { code }: Refusal): FastifyReply => {
  const seconds = RETRY_AFTER[code];
  return seconds === undefined ? reply : reply.header('retry-after', seconds);
};

const send = (reply: FastifyReply, refusal: Refusal): FastifyReply =>
  suggestRetry(reply, refusal)
    .status(refusal.httpStatus)
    .type('application/json')
    .serializer(JSON.stringify)
    .send(refusal.body);

/** The answer to an error: refusals leave as they are, anything else as a generic 500 that is logged whole. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const refusal = asRefusal(error);
  if (!refusal || refusal.httpStatus >= 500) request.log.error({ err: error }, 'request failed');
  // The database has the last word on what can be stored; a schema should have had the first.
  else if (refusal.cause) request.log.warn({ err: refusal.cause }, 'request refused');
  return send(reply, refusal ?? new Refusal('internal', 'Something went wrong on our side. Please try again.'));
};

/** The one exit for errors (DESIGN §4, Errors). */
export const handleErrors = (app: FastifyInstance): void => {
  speakInSentences();
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((_request, reply) =>
    send(reply, new Refusal('not_found', 'There is nothing at this address.')),
  );
};
