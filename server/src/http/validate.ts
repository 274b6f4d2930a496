import { unseenIn } from '@banbo/contract';
import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { Refusal } from '#lib/refusal.ts';

const NUL = '\u0000';

/** The path to the first text with a NUL, which PostgreSQL cannot store; null if there is none. */
const wayToNul = (value: unknown): string[] | null => {
  if (typeof value === 'string') return value.includes(NUL) ? [] : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    const way = wayToNul(part);
    if (way) return [name, ...way];
  }
  return null;
};

/**
 * Validates what was given. A call without the body that it needs is refused by the fields that are
 * missing: 'must be a record' would not tell its sender what to send.
 */
const withoutBody = (validate: (given: unknown) => unknown, given: unknown, part: string | undefined): unknown => {
  const result = validate(given) as { error?: Error };
  if (!result.error || part !== 'body' || (given !== undefined && given !== null)) return result;
  const ofFields = validate({}) as { error?: Error };
  return ofFields.error ? ofFields : result;
};

/**
 * Validates by a schema of the contract, and refuses a NUL in any text of an address, whatever the
 * schema says of its characters. Bodies have rules of their own: a strange username is one that is
 * not found.
 */
export const compileValidator: FastifySchemaCompiler<z.ZodType> = (route) => {
  const validate = validatorCompiler(route as Parameters<typeof validatorCompiler>[0]);
  return (given: unknown) => {
    const result = withoutBody(validate, given, route.httpPart) as { value?: unknown; error?: Error };
    const way = result.error || route.httpPart === 'body' ? null : wayToNul(result.value);
    if (!way) return result;
    const message = unseenIn(way.length > 0 ? `The field ${way.at(-1)}` : 'What was sent');
    const path = [route.httpPart ?? 'querystring', ...way].join('.');
    return { error: new Refusal('invalid_input', message, { issues: [{ path, message }] }) };
  };
};

const NO_BODY = 'This call takes no body.';

/** An empty record is no body: some programs cannot send a call without one. */
const refuseBody = async ({ body }: FastifyRequest): Promise<void> => {
  const isNone = body == null || (typeof body === 'object' && Object.keys(body).length === 0);
  if (!isNone) throw new Refusal('invalid_input', NO_BODY, { issues: [{ path: 'body', message: NO_BODY }] });
};

/** Programs of trackers, which nobody mends, may send a body beside the query that counts. */
const OF_TRACKERS = '/feeds/osmand';

/** Makes endpoints without a body refuse one, as the others refuse unknown fields. */
export const refuseBodies = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    if (route.schema?.body || route.url.endsWith(OF_TRACKERS)) return;
    route.preValidation = [refuseBody, ...[route.preValidation ?? []].flat()];
  });
};

const NO_QUERY = z.strictObject({});

/** Makes endpoints without a query refuse one, as the others refuse unknown fields. */
export const refuseQueries = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, querystring: route.schema?.querystring ?? NO_QUERY };
  });
};
