import type { FastifyError, FastifyInstance } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { Refusal } from '#lib/refusal.ts';

const DISK_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);

const validation = (error: FastifyError): Refusal | null => {
  if (!hasZodFastifySchemaValidationErrors(error)) return null;
  const issues = error.validation.map((issue) => ({
    path: `${error.validationContext ?? 'body'}${issue.instancePath.replaceAll('/', '.')}`,
    message: issue.message ?? 'Not valid.',
  }));
  return new Refusal('invalid_input', issues[0]?.message ?? 'The request is not valid.', { issues });
};

/** What the framework itself refuses, as a sentence. */
const fromFramework = (error: FastifyError): Refusal | null => {
  if (error.statusCode === 413) return new Refusal('too_large', 'What was sent is too large.');
  if (error.statusCode === 415)
    return new Refusal('unsupported_media', 'What was sent has a form this service does not take.');
  if (error.statusCode === 400) return new Refusal('invalid_input', 'The request could not be read.');
  return null;
};

const storageFull = (error: FastifyError): Refusal | null =>
  DISK_FULL.has(error.code)
    ? new Refusal('storage_full', 'The server’s disk is full, so nothing was saved. Please try again later.')
    : null;

/** The one exit for errors: refusals leave as they are, anything else as a generic 500 that is logged whole. */
export const handleErrors = (app: FastifyInstance): void => {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const refusal =
      error instanceof Refusal ? error : (validation(error) ?? storageFull(error) ?? fromFramework(error));
    if (!refusal || refusal.httpStatus >= 500) request.log.error({ err: error }, 'request failed');
    const answer = refusal ?? new Refusal('internal', 'Something went wrong on our side. Please try again.');
    return reply.status(answer.httpStatus).type('application/json').serializer(JSON.stringify).send(answer.body);
  });
  app.setNotFoundHandler((_request, reply) => {
    const answer = new Refusal('not_found', 'There is nothing at this address.');
    return reply.status(404).type('application/json').send(answer.body);
  });
};
