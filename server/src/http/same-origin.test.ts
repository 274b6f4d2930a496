import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
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

test('with PUBLIC_URL only its host is believed, whatever name was made to lead here', async () => {
  const named = await startApp({ PUBLIC_URL: 'https://banbo.example:8443' });
  onTestFinished(named.close);
  const call = async (url: string, headers: Record<string, string>): Promise<number> =>
    (await named.app.inject({ url, headers: { 'x-requested-with': 'banbo', ...headers } })).statusCode;
  const signOutFrom = (headers: Record<string, string>) => call('/api/auth/logout', headers);
  const same = { 'sec-fetch-site': 'same-origin' };
  const own = 'https://banbo.example:8443';

  expect(await signOutFrom({ host: 'banbo.example:8443', ...same, origin: own })).toBe(200);
  expect(await signOutFrom({ host: 'banbo.example:8443', ...same })).toBe(200);
  expect(await signOutFrom({ host: 'banbo.example', ...same, origin: own })).toBe(200);
  expect(await signOutFrom({ host: 'banbo.example', referer: `${own}/dashboard` })).toBe(200);

  const elsewhere = ['evil.example', 'evil.example:8443', '127.0.0.1:3000', 'banbo.example.evil.example', 'a b', ''];
  for (const host of elsewhere) {
    expect(await signOutFrom({ host, ...same })).toBe(403);
    expect(await signOutFrom({ host, ...same, origin: `https://${host}` })).toBe(403);
    expect(await signOutFrom({ host, referer: `https://${host}/dashboard` })).toBe(403);
    expect(await signOutFrom({ host, 'x-forwarded-host': 'banbo.example:8443', ...same })).toBe(403);
    expect(await signOutFrom({ host: 'banbo.example:8443', ...same, origin: `https://${host}` })).toBe(403);
    expect(await call('/api/healthz', { host })).toBe(200);
    expect(await call('/api/readyz', { host })).toBe(200);
  }
  expect(await signOutFrom({ host: 'banbo.example:8443', ...same, origin: 'http://banbo.example:8443' })).toBe(403);
});
