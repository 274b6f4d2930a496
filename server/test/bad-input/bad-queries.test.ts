import { ENDPOINTS } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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
// A session makes 600 calls a minute at most, and ends after 15 minutes without a renewal.
beforeEach(() => {
  it.clock.now = new Date(it.clock.now.getTime() + 250);
});
afterAll(() => it.close());

const queries = ENDPOINTS.flatMap(({ method, url, access, schema }, index) =>
  Object.keys(schema.querystring?.shape ?? {}).map((name) => ({ method, url, access, name, asker: index % PEOPLE })),
);

const withoutQuery = ENDPOINTS.flatMap(({ method, url, access, schema }, index) =>
  schema.querystring || schema.body ? [] : [{ method, url, access, asker: index % PEOPLE }],
);

test.each(withoutQuery)('$method $url, which takes no query, refuses one', async ({ method, url, access, asker }) => {
  const own = { member: headers.member, tenant: headers.tenant, public: OWN_PAGE }[access as string];
  const response = await it.app.inject({
    method,
    url: `/api${url.replace(/:\w+/g, '1')}?no_such_field=1`,
    headers: own ?? headers.staff[asker] ?? {},
  });
  expect(response.statusCode).toBe(400);
  const [issue] = response.json().issues;
  // A record's name in the address is looked at before the query.
  if (!issue.path.startsWith('params')) expect(issue.message).toBe('This does not take no_such_field.');
});

test.each(queries)('$method $url refuses a NUL in $name, and the database sees no day of a year 0', async (asked) => {
  const { method, url, access, name, asker } = asked;
  const own = { member: headers.member, tenant: headers.tenant }[access as string] ?? headers.staff[asker];
  const send = (value: string) =>
    it.app.inject({
      method,
      url: `/api${url.replace(/:\w+/g, '1')}?${name}=${value}`,
      headers: access === 'public' ? OWN_PAGE : (own ?? {}),
    });
  for (const value of ['%00', 'a%00b']) expect((await send(value)).statusCode).toBe(400);
  expect((await send('0000-01-01')).body).not.toContain('cannot be stored');
});
