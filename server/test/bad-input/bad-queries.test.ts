import { ENDPOINTS, type Endpoint } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { buildCaller, OWN_PAGE } from '../builders/identity.ts';
import { startApp, type TestApp } from '../harness.ts';

let it: TestApp;
let headers: { staff: Record<string, string>[]; member: Record<string, string>; tenant: Record<string, string> };

/** So many share the calls, as one person may not make all of them within a minute. */
const PEOPLE = 8;

beforeAll(async () => {
  it = await startApp();
  const staff = await Promise.all(Array.from({ length: PEOPLE }, () => buildCaller(it, 'SuperAdmin')));
  headers = {
    staff: staff.map((caller) => caller.headers),
    member: (await buildCaller(it, 'Member')).headers,
    tenant: (await buildCaller(it, 'Tenant')).headers,
  };
});
afterAll(() => it.close());

let calls = 0;

const ask = ({ method, url, access }: Endpoint, query: string, payload?: object) => {
  // A session makes 600 calls a minute at most, and ends after 15 minutes without a renewal.
  it.clock.now = new Date(it.clock.now.getTime() + 250);
  calls += 1;
  const own = { member: headers.member, tenant: headers.tenant, public: OWN_PAGE }[access as string];
  return it.app.inject({
    method,
    url: `/api${url.replace(/:\w+/g, '1')}?${query}`,
    headers: own ?? headers.staff[calls % PEOPLE] ?? {},
    ...(payload && { payload }),
  });
};

/** Finds wrong answers to the endpoints' queries, and tells each with its query. */
const findWrong = async (
  asked: readonly { endpoint: Endpoint; query: string }[],
  wrongIn: (response: Awaited<ReturnType<typeof ask>>) => string | null,
): Promise<string[]> => {
  const wrong: string[] = [];
  for (const { endpoint, query } of asked) {
    const found = wrongIn(await ask(endpoint, query));
    if (found !== null) wrong.push(`${endpoint.method} ${endpoint.url}?${query}: ${found}`);
  }
  return wrong;
};

test('an endpoint that takes no query refuses one', async () => {
  const asked = ENDPOINTS.filter(({ schema }) => !schema.querystring && !schema.body);
  const wrong = await findWrong(
    asked.map((endpoint) => ({ endpoint, query: 'no_such_field=1' })),
    (response) => {
      const [issue] = response.json().issues ?? [];
      if (response.statusCode !== 400 || !issue) return `${response.statusCode} ${response.body}`;
      // A record's name in the address is looked at before the query.
      if (issue.path.startsWith('params') || issue.message === 'This does not take no_such_field.') return null;
      return issue.message;
    },
  );
  expect(wrong).toEqual([]);
});

test('an endpoint that takes no body refuses one, and none of them acts on it', async () => {
  const wrong: string[] = [];
  const without = ENDPOINTS.filter(({ method, schema }) => method !== 'GET' && !schema.body);
  for (const endpoint of without.filter(({ url }) => url !== '/feeds/osmand')) {
    const { statusCode, body } = await ask(endpoint, '', { __none: 1 });
    if (statusCode !== 400 || !body.includes('This call takes no body.'))
      wrong.push(`${endpoint.method} ${endpoint.url}: ${statusCode} ${body}`);
  }
  expect(wrong).toEqual([]);
});

/** Each field of each query with a value, but for values that the field's own schema refuses. */
const withValue = (value: string) =>
  ENDPOINTS.flatMap((endpoint) =>
    Object.entries(endpoint.schema.querystring?.shape ?? {}).flatMap(([name, field]) =>
      (field as z.ZodType).safeParse(value).success
        ? [{ endpoint, query: `${name}=${encodeURIComponent(value)}` }]
        : [],
    ),
  );

// All other fields' schemas refuse it, as `bad-input.test.ts` shows of each endpoint.
test.each(['\u0000', 'a\u0000b'])('a field of a query that may hold any text refuses a NUL in %j', async (value) => {
  const asked = withValue(value);
  expect(asked.length).toBeGreaterThan(20);
  const wrong = await findWrong(asked, ({ statusCode }) => (statusCode === 400 ? null : `${statusCode}`));
  expect(wrong).toEqual([]);
});

test('the database sees no day of a year 0', async () => {
  const asked = withValue('0000-01-01');
  expect(asked.length).toBeGreaterThan(20);
  const wrong = await findWrong(asked, ({ body }) => (body.includes('cannot be stored') ? body : null));
  expect(wrong).toEqual([]);
});
