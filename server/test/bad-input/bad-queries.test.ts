import { ENDPOINTS } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildCaller, OWN_PAGE } from '../builders/identity.ts';
import { startApp, type TestApp } from '../harness.ts';

let it: TestApp;
let headers: Record<'staff' | 'member', Record<string, string>>;

beforeAll(async () => {
  it = await startApp();
  headers = { staff: (await buildCaller(it, 'SuperAdmin')).headers, member: (await buildCaller(it, 'Member')).headers };
});
// A session makes 600 calls a minute at most.
beforeEach(() => {
  it.clock.now = new Date(it.clock.now.getTime() + 1_000);
});
afterAll(() => it.close());

const queries = ENDPOINTS.flatMap(({ method, url, access, schema }) =>
  Object.keys(schema.querystring?.shape ?? {}).map((name) => ({ method, url, access, name })),
);

test.each(queries)('$method $url refuses a NUL in $name, and the database sees no day of a year 0', async (asked) => {
  const { method, url, access, name } = asked;
  const own = access === 'member' ? headers.member : headers.staff;
  const send = (value: string) =>
    it.app.inject({
      method,
      url: `/api${url.replace(/:\w+/g, '1')}?${name}=${value}`,
      headers: access === 'public' ? OWN_PAGE : own,
    });
  for (const value of ['%00', 'a%00b']) expect((await send(value)).statusCode).toBe(400);
  expect((await send('0000-01-01')).body).not.toContain('cannot be stored');
});
