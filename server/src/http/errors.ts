import { type ErrorBody, type ErrorCode, speakInSentences } from '@banbo/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { fromDatabase } from '#lib/database-trouble.ts';
import { Refusal } from '#lib/refusal.ts';
import { withSourceStack } from '#lib/source-stack.ts';
import { sendCallId } from './call-ids.ts';

const validation = (error: FastifyError): Refusal | null => {
  if (!hasZodFastifySchemaValidationErrors(error)) return null;
  const issues = error.validation.map((issue) => ({
    path: `${error.validationContext ?? 'body'}${issue.instancePath.replace(/\/$/, '').replaceAll('/', '.')}`,
    message: issue.message ?? 'Not valid.',
  }));
  return new Refusal('invalid_input', issues[0]?.message ?? 'The request is not valid.', { issues });
};

/** Maps the framework's own errors to refusals with a sentence; null for others. */
const fromFramework = (error: FastifyError): Refusal | null => {
  if (error.statusCode === 413) return new Refusal('too_large', 'What was sent is too large.');
  if (error.statusCode === 412) return new Refusal('precondition_failed', 'This has changed since you loaded it.');
  if (error.statusCode === 415)
    return new Refusal('unsupported_media', 'What was sent has a form this service does not take.');
  if (error.statusCode === 416) return new Refusal('range_not_satisfiable', 'There is no such part.');
  const { statusCode: status = 500, code = '' } = error;
  if (status === 400 || (status < 500 && code.startsWith('FST_'))) {
    return new Refusal('invalid_input', 'The request could not be read.');
  }
  return null;
};

/**
 * True for the error of a request whose own connection ended before all of the request had come. It
 * has the codes of a lost database, and is no failure of ours.
 */
const isBrokenOff = (error: unknown, { raw }: FastifyRequest): boolean =>
  raw.aborted && (error === raw.errored || (error instanceof Refusal && error.cause === raw.errored));

/** Maps a thrown error to a Refusal; null if it is unexpected. */
const asRefusal = (error: unknown, request: FastifyRequest): Refusal | null => {
  if (isBrokenOff(error, request)) return new Refusal('invalid_input', 'The request ended before it was complete.');
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error)) return null;
  return validation(error as FastifyError) ?? fromDatabase(error) ?? fromFramework(error as FastifyError);
};

/** Seconds after which a retry makes sense, for refusals that are not the caller's fault. */
const RETRY_AFTER: Partial<Record<ErrorCode, number>> = { busy: 2, storage_full: 60, storage_failed: 60 };

const suggestRetry = (reply: FastifyReply, { code }: Refusal): FastifyReply => {
  const seconds = RETRY_AFTER[code];
  return seconds === undefined ? reply : reply.header('retry-after', seconds);
};

/** Adds the file's length to the refusal of a part or version of it, and keeps it out of caches. */
const describeFile = (reply: FastifyReply, error: unknown, { code }: Refusal): void => {
  if (code !== 'range_not_satisfiable' && code !== 'precondition_failed') return;
  reply.header('cache-control', 'no-store');
  const { headers } = error as { headers?: { 'Content-Range'?: string } };
  if (headers?.['Content-Range']) reply.header('content-range', headers['Content-Range']);
};

/** Answers instead of what the route began to describe: a file to save, or a compressed one. */
const send = (reply: FastifyReply, refusal: Refusal, more: Partial<ErrorBody> = {}): FastifyReply =>
  suggestRetry(sendCallId(reply), refusal)
    .removeHeader('content-encoding')
    .removeHeader('content-disposition')
    .status(refusal.httpStatus)
    .type('application/json')
    .serializer(JSON.stringify)
    .send({ ...refusal.body, ...more });

/** True for a refusal by a limit, which one caller could fill the log with. */
const isOwnLimit = (error: unknown): boolean => error instanceof Refusal && error.code === 'busy' && !error.cause;

/** Answers an error: a Refusal as it is, anything else as a generic 500 that is logged whole. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const refusal = asRefusal(error, request);
  const hasFailed = !refusal || (refusal.httpStatus >= 500 && !isOwnLimit(error));
  if (hasFailed) request.log.error({ err: withSourceStack(error) }, 'request failed');
  // The database refused a value that the endpoint's schema should have refused first.
  else if (refusal.cause) request.log.warn({ err: refusal.cause }, 'request refused');
  if (refusal) describeFile(reply, error, refusal);
  return send(
    reply,
    refusal ?? new Refusal('internal', 'Something went wrong on our side. Please try again.'),
    hasFailed ? { request_id: request.id } : {},
  );
};

/** The one exit for errors: every error answer is made here. */
export const handleErrors = (app: FastifyInstance): void => {
  speakInSentences();
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((_request, reply) =>
    send(reply, new Refusal('not_found', 'There is nothing at this address.')),
  );
};
