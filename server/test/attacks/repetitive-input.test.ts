import { type Access, ENDPOINTS, type Endpoint, type Role } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { buildCaller, OWN_PAGE } from '../builders/identity.ts';
import { buildWeb } from '../builders/web-build.ts';
import { startApp, type TestApp } from '../harness.ts';
import { growthOf } from './expression-growth.ts';
import { countWork } from './regular-expression-work.ts';

/** Texts to repeat. An ending that matches none of them makes a begun match fail at the end. */
const UNITS = [
  ...['/', '//a', ' ', '\t ', '\r\n', '0', '-', '-0', '.', 'a.', '@', 'a@', 'a', 'A1', ',', 'gzip,', ';a=b', '="'],
  ...['%', '%2F', '(', '[', '{"a":', '\\', '+233', '0241234567', 'GHS 1,', 'Transaction ID: ', 'é', '\u0301', '👩🏽‍🚒'],
];
const END = '\u0001!';
/** Characters that a head may hold. */
const IN_HEAD = 15_000;
/** Characters that a body may hold, shared by its fields. */
const IN_BODY = 200_000;

/**
 * How many expressions may go over a character: one for each rule of a field, and the libraries'.
 */
const MOST_PASSES = 40;

const HEADERS = [
  ...['accept', 'accept-encoding', 'accept-language', 'authorization', 'cookie', 'host', 'idempotency-key', 'if-match'],
  ...['if-modified-since', 'if-none-match', 'if-range', 'origin', 'range', 'referer', 'sec-fetch-site', 'user-agent'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-requested-with'],
];

const longText = (unit: string, length: number): string => unit.repeat(Math.floor(length / unit.length));
const inHeader = (unit: string): string => longText(unit.replace(/[^\t\x20-\x7e]/g, '~'), IN_HEAD);

let it: TestApp;
let removeWeb: () => void;
let headers: Record<'staff' | 'member' | 'tenant', Record<string, string>>;
let address = 0;

beforeAll(async () => {
  const { folder, remove } = buildWeb();
  removeWeb = remove;
  it = await startApp({ TRUST_PROXY: '1' }, { webBuild: folder });
  const signedIn = async (role: Role) => (await buildCaller(it, role)).headers;
  headers = {
    staff: await signedIn('SuperAdmin'),
    member: await signedIn('Member'),
    tenant: await signedIn('Tenant'),
  };
});
afterAll(async () => {
  await it.close();
  removeWeb();
});

const credentials = (access: Access): Record<string, string> => {
  if (access === 'public') return OWN_PAGE;
  return access === 'member' || access === 'tenant' ? headers[access] : headers.staff;
};

type Sent = { method: Endpoint['method']; url: string; headers?: Record<string, string>; payload?: string };

const growths = new Map<string, string | null>();

/** Expects each expression's work to grow at most as its text, and few to go over one request. */
const expectLittleWork = async (requests: readonly Sent[]): Promise<void> => {
  const wrong: string[] = [];
  for (const request of requests) {
    address += 1;
    const remoteAddress = `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`;
    let status = 0;
    const work = await countWork(async () => {
      status = (await it.app.inject({ remoteAddress, ...request })).statusCode;
    });
    const sent = JSON.stringify(request);
    const told = (what: string) => wrong.push(`${what}: ${sent.slice(0, 100)}`);
    for (const [name, expression] of work.expressions) {
      if (!growths.has(name)) growths.set(name, growthOf(expression));
      if (growths.get(name)) told(name);
    }
    if (work.characters >= MOST_PASSES * sent.length) told(`${work.characters} characters`);
    if (status >= 500) told(`${status}`);
  }
  expect(wrong).toEqual([]);
};

const fieldsOf = (schema: unknown): string[] => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []);

/** Texts in the free parts of an address and behind it; without free parts only behind it. */
const inPath = ({ method, url, access }: Endpoint, unit: string): Sent[] => {
  const filled = url.replace(/:\w+/g, () => encodeURIComponent(longText(unit, 300)));
  const behind = longText(unit, IN_HEAD).replace(/[^\x21-\x7e]/g, '/');
  return [...(filled === url ? [] : [filled]), `${url}${behind}`].map((path) => ({
    method,
    url: `/api${path}`,
    headers: credentials(access),
  }));
};

const inQuery = (endpoint: Endpoint, unit: string): Sent[] => {
  const fields = fieldsOf(endpoint.schema.querystring);
  const text = longText(unit, Math.floor(IN_HEAD / Math.max(1, fields.length))) + END;
  const query = new URLSearchParams(fields.map((field): [string, string] => [field, text]));
  const url = `/api${endpoint.url.replace(/:\w+/g, '1')}?${query}`;
  return fields.length === 0 ? [] : [{ method: endpoint.method, url, headers: credentials(endpoint.access) }];
};

const BOUNDARY = 'x-banbo-boundary';

const inBody = (endpoint: Endpoint, unit: string): Sent[] => {
  const fields = fieldsOf(endpoint.schema.body);
  if (fields.length === 0) return [];
  const isForm = endpoint.schema.consumes?.includes('multipart/form-data') ?? false;
  const text = longText(unit, isForm ? 1_500 : Math.floor(IN_BODY / 2 / fields.length)) + END;
  const parts = fields.map(
    (field) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${text}\r\n`,
  );
  return [
    {
      method: endpoint.method,
      url: `/api${endpoint.url.replace(/:\w+/g, '1')}`,
      headers: {
        ...credentials(endpoint.access),
        'content-type': isForm ? `multipart/form-data; boundary=${BOUNDARY}` : 'application/json',
      },
      payload: isForm
        ? `${parts.join('')}--${BOUNDARY}--\r\n`
        : JSON.stringify(Object.fromEntries(fields.map((field) => [field, text]))),
    },
  ];
};

const callerOf = (access: Access): string => {
  if (access === 'public' || access === 'signed-in' || access === 'member' || access === 'tenant') return access;
  return 'staff';
};

/** Where an endpoint takes texts. */
const placesOf = ({ schema, url }: Endpoint): string => {
  const path = url.includes(':') ? 'path' : '';
  const query = fieldsOf(schema.querystring).length > 0 ? 'query' : '';
  const body = fieldsOf(schema.body).length > 0 ? (schema.consumes?.join() ?? 'application/json') : '';
  return [path, query, body].filter(Boolean).join(', ') || 'behind the path';
};

const countFields = ({ schema }: Endpoint): number =>
  fieldsOf(schema.querystring).length + fieldsOf(schema.body).length;

/** Each caller's endpoint with the most fields. */
const oneOfEachCaller = (endpoints: readonly Endpoint[]): Endpoint[] =>
  [...Map.groupBy(endpoints, ({ access }) => callerOf(access)).values()].map((alike) =>
    alike.reduce((most, one) => (countFields(one) > countFields(most) ? one : most)),
  );

/** Deals `all` out to a longer list: gives the one for the place `at`. */
const inTurn = <T>(all: readonly T[], at: number): T => all[at % all.length] as T;

// `npm test -- structure` proves our own expressions linear, those of all schemas among them. These
// tests find the libraries' expressions, which all endpoints with texts in the same places share.
test.each([...Map.groupBy(ENDPOINTS, placesOf)].map(([places, endpoints]) => ({ places, endpoints })))(
  'endpoints that take texts in $places go over long repetitive input a few times and no more',
  async ({ endpoints }) => {
    const asked = oneOfEachCaller(endpoints);
    const requests = UNITS.flatMap((unit, at) => {
      const endpoint = inTurn(asked, at);
      return [...inPath(endpoint, unit), ...inQuery(endpoint, unit), ...inBody(endpoint, unit)];
    });
    await expectLittleWork(requests);
  },
);

test.each(['/about', '/display_driver/', '/assets/', '/nowhere/', '/api/', '/'])(
  'the page %s goes over a long repetitive path a few times and no more',
  async (start) => {
    const paths = UNITS.map((unit) => start + longText(unit, IN_HEAD).replace(/[^\x21-\x7e]/g, '/'));
    const requests = [...paths, ...paths.map((path) => `${path}!`), ...paths.map((path) => `/?${path}`)];
    // With the host, because two slashes at the start would otherwise be read as one.
    await expectLittleWork(requests.map((path) => ({ method: 'GET', url: `http://localhost${path}` })));
  },
);

test.each(HEADERS.map((name, at) => ({ name, at })))(
  'a long repetitive header $name is gone over a few times and no more',
  async ({ name, at }) => {
    const urls = ['/about', '/assets/root-1a2b.js', '/api/site', '/api/auth/refresh'];
    const requests = UNITS.map((unit, n): Sent => {
      const url = inTurn(urls, n + at);
      return { method: 'GET', url, headers: { ...OWN_PAGE, [name]: inHeader(unit) } };
    });
    await expectLittleWork(requests);
  },
);

test.each(['multipart/form-data; boundary=', 'multipart/form-data; ', 'application/json;', ''])(
  'a long repetitive content type %s is gone over a few times and no more',
  async (start) => {
    const requests = UNITS.map(
      (unit): Sent => ({
        method: 'POST',
        url: '/api/drivers',
        headers: { 'content-type': start + inHeader(unit) },
        payload: longText(unit, IN_BODY / 4),
      }),
    );
    await expectLittleWork(requests);
  },
);

test.each(['Content-Disposition: form-data; name="', 'Content-Type: ', 'Content-Disposition: '])(
  'a part of a form whose head goes on with %s is gone over a few times and no more',
  async (start) => {
    const requests = UNITS.map(
      (unit): Sent => ({
        method: 'POST',
        url: '/api/drivers',
        headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
        payload: `--${BOUNDARY}\r\n${start}${longText(unit, IN_BODY / 4)}\r\n\r\nx\r\n--${BOUNDARY}--\r\n`,
      }),
    );
    await expectLittleWork(requests);
  },
);
