import { afterAll, beforeAll, expect, test } from 'vitest';
import { presentCallId } from '#lib/call-id.ts';
import { OWN_PAGE } from '../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../test/harness.ts';
import { sendRegistration } from '../../test/register.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

let [behind, alone]: TestApp[] = [];
beforeAll(async () => {
  behind = await startApp({ TRUST_PROXY: '1' });
  alone = await startApp();
});
afterAll(() => Promise.all([behind?.close(), alone?.close()]));

const idOf = async (it: TestApp | undefined, given?: string): Promise<string> => {
  const headers = given === undefined ? {} : { 'x-request-id': given };
  const answer = await it?.app.inject({ url: '/api/healthz', headers });
  return String(answer?.headers['x-request-id']);
};

test('a call is named by its proxy, where one is trusted, and else by the server', async () => {
  const given = '7d3f2c1a-ab12_0F:1';
  expect(await idOf(behind, given)).toBe(given);
  expect(await idOf(behind)).toMatch(UUID);
  expect(await idOf(alone, given)).toMatch(UUID);
});

test.each(['', 'job 12', 'a"b', 'x'.repeat(65), 'é', 'one, two'])(
  '%j is no id, and the server gives its own',
  async (given) => {
    expect(await idOf(behind, given)).toMatch(UUID);
  },
);

test('refusals carry the id, at addresses without a route or that cannot be read too', async () => {
  const headers = { 'x-request-id': 'call-1' };
  for (const url of ['/api/users', '/api/nowhere', '/%zz', '/assets/none.js']) {
    const answer = await behind?.app.inject({ url, headers });
    expect([url, answer?.headers['x-request-id']]).toEqual([url, 'call-1']);
    expect(answer?.statusCode).toBeGreaterThanOrEqual(400);
  }
});

test('the statements of a call know its id, also behind a body and a form', async () => {
  const seen: (string | undefined)[] = [];
  const it = await startApp({}, { onStatement: () => seen.push(presentCallId()) });
  const address = await it.app.listen({ port: 0, host: '127.0.0.1' });
  const headers = { ...OWN_PAGE, origin: address, 'content-type': 'application/json' };
  const body = JSON.stringify({ username: 'nobody', password: 'none' });
  for (const [path, call] of [
    ['/api/nationality', {}],
    ['/api/auth/login', { method: 'POST', headers, body }],
  ] as const) {
    seen.length = 0;
    const answer = await fetch(`${address}${path}`, call);
    expect(new Set(seen)).toEqual(new Set([answer.headers.get('x-request-id')]));
  }
  seen.length = 0;
  expect(await sendRegistration(it)).toMatchObject({ status: 201 });
  expect([...new Set(seen)]).toEqual([expect.stringMatching(UUID)]);
  await it.close();
});
