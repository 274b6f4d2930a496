import type { Endpoint } from '@banbo/contract';
import fc from 'fast-check';
import { z } from 'zod';

/** A request: the address with its query, and the body as text. */
export type BadRequest = { url: string; payload: string; contentType: string };

const NUL = '\u0000';
const STRINGS = [
  ...[
    '',
    ' ',
    NUL,
    `a${NUL}b`,
    '\ud800',
    '\udc00x',
    '\u202eabc',
    '👩🏽‍🚒',
    'Ɔbɔ Ama',
    'x'.repeat(10_000),
    '\r\nSet-Cookie: a=b',
  ],
  ...[
    "'; DROP TABLE drivers; --",
    '%27',
    '%',
    '_',
    '\\',
    '{{7*7}}',
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '=1+1',
  ],
  ...[
    '__proto__',
    'constructor',
    'null',
    'undefined',
    'NaN',
    'true',
    '0',
    '-1',
    '1e309',
    '9223372036854775808',
    '0x10',
  ],
  ...['2026-02-30', '9999-12-31', '0000-00-00', '2026-11-20', '300.00', '300', '-0.01', '99999999999999.99'],
  ...['GR 1234-20', '0241234567', 'DRV000001X', 'RF', 'SS', 'NOVEMBER', 'ama@example.com', 'Banbo@2026', 'SuperAdmin'],
];
const IDS = [
  '0',
  '-1',
  '9223372036854775808',
  '1.5',
  'x',
  NUL,
  '%2e%2e',
  '1;2',
  'x'.repeat(300),
  '9223372036854775807',
];

const strings = fc.oneof(fc.constantFrom(...STRINGS), fc.string({ unit: 'binary', maxLength: 50 }));
const numbers = fc.oneof(
  fc.constantFrom(0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, Number.MIN_VALUE),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const values: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: strings },
  { weight: 2, arbitrary: numbers },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, {}, [], [[]], { id: 1 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** The schema's own fields, some left out, with random values; sometimes an unknown one. */
const almost = (schema: z.ZodObject): fc.Arbitrary<Record<string, unknown>> => {
  const fields = Object.fromEntries(Object.keys(schema.shape).map((key) => [key, values]));
  return fc
    .tuple(fc.record(fields, { requiredKeys: [] }), fc.option(fc.record({ role: values }), { freq: 4 }))
    .map(([own, foreign]) => ({ ...own, ...foreign }));
};

const BROKEN = [
  '',
  '{',
  '{"a":}',
  '\ufeff{}',
  'null',
  '"text"',
  '1e999',
  `${'['.repeat(50_000)}`,
  '{"__proto__":{"a":1}}',
];

const jsonBodies = (schema: z.ZodObject): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: almost(schema).map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: fc.constantFrom(...BROKEN) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 10 }) },
  );

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A query's values as texts. */
const asTexts = (query: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([key, value]) => [key, asText(value)]));

const BOUNDARY = 'x-banbo-boundary';

const part = ([name, value]: [string, unknown]): string => {
  const file = name === 'file' ? '; filename="photo.png"\r\nContent-Type: image/png' : '';
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${asText(value)}\r\n`;
};

const formBodies = (schema: z.ZodObject): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: almost(schema).map((body) => `${Object.entries(body).map(part).join('')}--${BOUNDARY}--\r\n`),
    },
    { weight: 1, arbitrary: almost(schema).map((body) => Object.entries(body).map(part).join('')) },
    { weight: 1, arbitrary: strings },
  );

const urlOf = (url: string, ids: string[], query: Record<string, unknown>): string => {
  let next = 0;
  const path = url.replace(/:\w+/g, () => {
    next += 1;
    return encodeURIComponent(ids[next - 1] ?? '0');
  });
  return `/api${path}?${new URLSearchParams(asTexts(query))}`;
};

const ids = fc.oneof(
  fc.constantFrom(...IDS),
  strings.filter((text) => text !== '' && !text.includes('\ud800') && !text.includes('\udc00')),
);

/** True when every part fits its schema, so that the call is not bad input. */
const fits = ({ schema }: Endpoint, params: unknown, query: unknown, body: unknown): boolean =>
  [
    [schema.params, params],
    [schema.querystring, query],
    [schema.body, body],
  ].every(([one, input]) => !(one instanceof z.ZodType) || one.safeParse(input).success);

const parsed = (text: string): unknown => {
  try {
    // The server accepts a byte order mark.
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
};

/** True when an endpoint has any input that could be bad. */
export const takesInput = ({ schema }: Endpoint): boolean =>
  [schema.params, schema.querystring, schema.body].some((one) => one !== undefined);

/** Requests to the endpoint of which at least one part breaks its schema. */
export const badRequests = (endpoint: Endpoint): fc.Arbitrary<BadRequest> => {
  const { schema, url } = endpoint;
  const isForm = schema.consumes?.includes('multipart/form-data') ?? false;
  const body = schema.body instanceof z.ZodObject ? schema.body : z.strictObject({});
  return fc
    .record({
      ids: fc.array(ids, { minLength: 3, maxLength: 3 }),
      query: almost(schema.querystring ?? z.object({})),
      payload: isForm ? formBodies(body) : jsonBodies(body),
    })
    .filter(({ ids: [id], query, payload }) => {
      const keys = Object.keys(schema.params?.shape ?? {});
      const params = Object.fromEntries(keys.map((key) => [key, id]));
      return !fits(endpoint, params, asTexts(query), isForm ? undefined : parsed(payload));
    })
    .map((one) => ({
      url: urlOf(url, one.ids, schema.querystring ? one.query : {}),
      payload: one.payload,
      contentType: isForm ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json',
    }));
};
