import { type Endpoint, ERROR_CODES, ERROR_STATUS, type ErrorCode } from '@banbo/contract';
import { headersOf, withHeaders } from './headers.ts';
import type { Schemas } from './schemas.ts';
import { type Json, pascalCase } from './schemas.ts';

/** Any call may be unreadable, one too many, or meet a server in trouble. */
const OF_EVERY_CALL: readonly ErrorCode[] = [
  'invalid_input',
  'too_many_requests',
  'busy',
  'storage_full',
  'storage_failed',
  'internal',
];
/** A body may be too large, too slow or of another type; a change may conflict with another. */
const OF_CHANGES: readonly ErrorCode[] = ['conflict', 'too_large', 'too_slow', 'unsupported_media'];

/** The codes with which an endpoint may refuse: its kind's and its own `errors`, in list order. */
export const codesOf = ({
  access,
  beforeSecondFactor,
  cookie,
  errors,
  idempotent,
  method,
  schema,
}: Endpoint): ErrorCode[] => {
  const codes = new Set<ErrorCode>([...OF_EVERY_CALL, ...(errors ?? [])]);
  if (method !== 'GET') for (const code of OF_CHANGES) codes.add(code);
  if (access !== 'public') codes.add('not_signed_in');
  if (access !== 'public' && access !== 'signed-in') codes.add('not_permitted');
  if (!['public', 'member', 'tenant'].includes(access) && !beforeSecondFactor) codes.add('second_factor_needed');
  if (cookie) codes.add('cross_site');
  if (schema.params) codes.add('not_found');
  if (idempotent) codes.add('idempotency_key_reused');
  return ERROR_CODES.filter((code) => codes.has(code));
};

/** Refusals that say when to try again. */
const WITH_RETRY_AFTER = new Set([429, 503]);

const JSON_TYPE = 'application/json';

const grouped = (codes: readonly ErrorCode[]): Map<number, ErrorCode[]> =>
  Map.groupBy(codes, (code) => ERROR_STATUS[code]);

const nameOf = (codes: readonly ErrorCode[]): string => codes.map(pascalCase).join('Or');

/** The answer with one of the codes, which all have one status. */
const refusal = (status: number, codes: readonly ErrorCode[]): Json => ({
  description: `Refused with ${codes.map((code) => `\`${code}\``).join(' or ')}.`,
  ...withHeaders(WITH_RETRY_AFTER.has(status) ? ['retry-after'] : []),
  content: {
    [JSON_TYPE]: {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/ErrorBody' },
          { type: 'object', properties: { code: { enum: codes } }, required: ['code'] },
        ],
      },
      example: { status: false, success: false, code: codes[0], message: 'A sentence for a person.' },
    },
  },
});

/** Every answer with error codes that the endpoints give, by a name made of the codes. */
export const describeRefusals = (endpoints: readonly Endpoint[]): Json => {
  const groups = endpoints.flatMap((endpoint) => [...grouped(codesOf(endpoint))]);
  return Object.fromEntries(groups.map(([status, codes]) => [nameOf(codes), refusal(status, codes)]));
};

const success = (endpoint: Endpoint, schemas: Schemas): Json => {
  const { response } = endpoint.schema;
  const [status = '', schema] = Object.entries(response).find(([key]) => /^2\d\d$/.test(key)) ?? [];
  if (!schema) throw new Error(`${endpoint.method} ${endpoint.url} has no successful answer`);
  const body = endpoint.file ? { type: 'string', format: 'binary' } : schemas.of(schema);
  const content = Object.fromEntries((endpoint.file ?? [JSON_TYPE]).map((type) => [type, { schema: body }]));
  const description = status === '201' ? 'Created.' : 'Done.';
  return {
    [status]: { description, ...withHeaders(headersOf(endpoint)), content },
    ...(endpoint.etag && { 304: { description: 'The caller has the newest version.', ...withHeaders(['etag']) } }),
  };
};

/** The answers of an endpoint by status. */
export const responsesOf = (endpoint: Endpoint, schemas: Schemas): Json => ({
  ...success(endpoint, schemas),
  ...Object.fromEntries(
    [...grouped(codesOf(endpoint))].map(([status, codes]) => [
      status,
      { $ref: `#/components/responses/${nameOf(codes)}` },
    ]),
  ),
});
