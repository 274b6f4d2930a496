import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const OFFICE = '192.168.1.20:3000';

const signOut = async (headers: Record<string, string>): Promise<number> => {
  const url = '/api/auth/logout';
  const own = { 'x-requested-with': 'banbo', host: OFFICE };
  return (await it.app.inject({ url, headers: { ...own, ...headers } })).statusCode;
};

test('by plain http on a network, where a browser gives no other sign, the page it comes from counts', async () => {
  expect(await signOut({ referer: `http://${OFFICE}/dashboard` })).toBe(200);
});

test.each([
  ['another site', { referer: 'http://evil.example/' }],
  ['another port', { referer: 'http://192.168.1.20:4000/' }],
  ['a name that only begins like ours', { referer: `http://${OFFICE}.evil.example/` }],
  ['an address with ours in its path', { referer: `http://evil.example/${OFFICE}/` }],
  ['nothing that is an address', { referer: OFFICE }],
  ['nobody', {}],
  ['ours, when the browser itself says otherwise', { referer: `http://${OFFICE}/`, 'sec-fetch-site': 'cross-site' }],
  ['ours, from another origin', { referer: `http://${OFFICE}/`, origin: 'http://evil.example' }],
])('a page of %s is refused', async (_name, headers: Record<string, string>) => {
  expect(await signOut(headers)).toBe(403);
});
