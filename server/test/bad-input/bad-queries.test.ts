import { ENDPOINTS } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildCaller, OWN_PAGE } from '../builders/identity.ts';
import { startApp, type TestApp } from '../harness.ts';

let it: TestApp;
let headers: { staff: Record<string, string>[]; member: Record<string, string> };

/** So many share the calls, as one person may not make all of them within a minute. */
const PEOPLE = 4;

beforeAll(async () => {
  it = await startApp();
  const staff = await Promise.all(Array.from({ length: PEOPLE }, () => buildCaller(it, 'SuperAdmin')));
  headers = { staff: staff.map((caller) => caller.headers), member: (await buildCaller(it, 'Member')).headers };
});
// A session makes 600 calls a minute at most.
beforeEach(() => {
  it.clock.now = new Date(it.clock.now.getTime() + 1_000);
});
afterAll(() => it.close());

const queries = ENDPOINTS.flatMap(({ method, url, access, schema }, index) =>
  Object.keys(schema.querystring?.shape ?? {}).map((name) => ({ method, url, access, name, asker: index % PEOPLE })),
);

test.each(queries)('$method $url refuses a NUL in $name, and the database sees no day of a year 0', async (asked) => {
  const { method, url, access, name, asker } = asked;
  const own = access === 'member' ? headers.member : headers.staff[asker];
  const send = (value: string) =>
    it.app.inject({
      method,
      url: `/api${url.replace(/:\w+/g, '1')}?${name}=${value}`,
      headers: access === 'public' ? OWN_PAGE : (own ?? {}),
    });
  for (const value of ['%00', 'a%00b']) expect((await send(value)).statusCode).toBe(400);
  expect((await send('0000-01-01')).body).not.toContain('cannot be stored');
});
