import {
  DATA_LAG_HEADER,
  type Endpoint,
  LIVE_MEDIA_TYPE,
  TOTAL_AMOUNT_HEADER,
  TOTAL_COUNT_HEADER,
  TOTAL_CUT_HEADER,
  WAITING_AMOUNT_HEADER,
} from '@banbo/contract';
import { KEY_FORM } from '../idempotency.ts';
import { OWN_HEADER } from '../same-origin.ts';
import type { Json } from './schemas.ts';

const text = { type: 'string' } as const;

/** The request headers that calls name, beside those that HTTP itself has everywhere. */
export const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Drawn anew for each thing to be created and kept until its answer has come. The same key with the same bytes gets ' +
      'the first answer again, for seven days and whatever has changed since; with other bytes it is refused.',
    schema: { ...text, pattern: KEY_FORM.source },
  },
  RequestedWith: {
    name: OWN_HEADER.name,
    in: 'header',
    required: true,
    description: 'Other sites’ pages cannot send it; calls that work with cookies are refused without it.',
    schema: { ...text, const: OWN_HEADER.value },
  },
  Origin: {
    name: 'Origin',
    in: 'header',
    description: 'Browsers send it, or `Sec-Fetch-Site`, by themselves. Other clients give the address of this server.',
    schema: { ...text, format: 'uri' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of the version that the caller has; it is answered with 304 while that is the newest.',
    schema: text,
  },
  SeenChange: {
    name: 'X-Seen-Change',
    in: 'header',
    description: 'Milliseconds since a stream told the caller of a change, which the answer then has.',
    schema: { type: 'integer', minimum: 0 },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The id of the last event that the caller had, after which the stream goes on.',
    schema: text,
  },
} as const satisfies Json;

const MONEY = { type: 'string', pattern: '^-?\\d+\\.\\d{2}$' };

/** The headers of answers that a client reads. */
export const HEADERS = {
  [TOTAL_COUNT_HEADER]: { description: 'The rows of the whole list.', schema: { type: 'integer', minimum: 0 } },
  [TOTAL_AMOUNT_HEADER]: { description: 'The money of the whole list in Ghana cedis.', schema: MONEY },
  [WAITING_AMOUNT_HEADER]: { description: 'The money that waits to be cleared, in Ghana cedis.', schema: MONEY },
  [TOTAL_CUT_HEADER]: {
    description: 'True where more matches than X-Total-Count counts, and than is added up.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  [DATA_LAG_HEADER]: {
    description: 'Given where it was read from a replica: the seconds that this was behind at most.',
    schema: { type: 'number', minimum: 0 },
  },
  'retry-after': {
    description: 'Seconds after which another try is worth it.',
    schema: { type: 'integer', minimum: 0 },
  },
  etag: { description: 'Names this version of the file, for If-None-Match.', schema: text },
  'set-cookie': { description: 'Keeps or clears the refresh cookie, which scripts cannot read.', schema: text },
} as const satisfies Json;

type HeaderName = keyof typeof HEADERS;

/** As HTTP headers are usually written: `X-Total-Count`. */
const written = (name: string): string =>
  name === 'etag' ? 'ETag' : name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase());

const refer = (names: readonly HeaderName[]): Json => ({
  headers: Object.fromEntries(names.map((name) => [written(name), { $ref: `#/components/headers/${name}` }])),
});

/** The `headers` of an answer that has the ones named; nothing where it has none. */
export const withHeaders = (names: readonly HeaderName[]): Json => (names.length > 0 ? refer(names) : {});

const isPaged = ({ schema }: Endpoint): boolean =>
  schema.querystring !== undefined && 'page' in schema.querystring.shape;

/** The headers of an endpoint's successful answer. */
export const headersOf = (endpoint: Endpoint): HeaderName[] => {
  const names: HeaderName[] = [];
  if (isPaged(endpoint)) names.push(TOTAL_COUNT_HEADER);
  if (endpoint.totals === 'money') names.push(TOTAL_AMOUNT_HEADER, WAITING_AMOUNT_HEADER, TOTAL_CUT_HEADER);
  if (endpoint.totals === 'ahead') names.push(TOTAL_CUT_HEADER);
  if (endpoint.mayLag) names.push(DATA_LAG_HEADER);
  if (endpoint.etag) names.push('etag');
  if (endpoint.cookie) names.push('set-cookie');
  return names;
};

/** The request headers that an endpoint reads, as references. */
export const headerParametersOf = ({ cookie, etag, file, idempotent, mayLag }: Endpoint): Json[] => {
  const names: (keyof typeof PARAMETERS)[] = [
    ...(cookie ? (['RequestedWith', 'Origin'] as const) : []),
    ...(idempotent ? ['IdempotencyKey' as const] : []),
    ...(etag ? ['IfNoneMatch' as const] : []),
    ...(mayLag ? ['SeenChange' as const] : []),
    ...(file?.includes(LIVE_MEDIA_TYPE) ? ['LastEventId' as const] : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
};
