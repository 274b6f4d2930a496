import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, openBrowser } from '../../../../test/browser.ts';
import { buildUser, PASSWORD } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const REFRESH = '/api/token/admin_refresh_token';

const signedIn = async (persist = false): Promise<Browser> => {
  const { username } = await buildUser(it);
  const browser = openBrowser(it);
  await browser.post('/api/auth/login', { username, password: PASSWORD, persist });
  return browser;
};

const wait = (seconds: number): void => {
  it.clock.now = new Date(it.clock.now.getTime() + seconds * 1000);
};

const cookieOf = (browser: Browser) => browser.jar.get('banbo_staff') ?? '';

test('a refresh gives a new token and replaces the cookie', async () => {
  const browser = await signedIn(true);
  const before = cookieOf(browser);
  const { status, body, setCookies } = await browser.get(REFRESH);
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: true, user_role: 'SystemAdmin', accessToken: expect.any(String) });
  expect(cookieOf(browser)).not.toBe(before);
  expect(setCookies.banbo_staff).toContain('Max-Age=');
});

test('without ‘Trust This Device’ the replaced cookie still ends with the browser', async () => {
  const browser = await signedIn();
  expect((await browser.get(REFRESH)).setCookies.banbo_staff).not.toContain('Max-Age');
});

test('without a cookie, or with one of nonsense, there is no session to refresh', async () => {
  const browser = openBrowser(it);
  expect(await browser.get(REFRESH)).toMatchObject({ status: 401, body: { code: 'session_ended' } });
  browser.jar.set('banbo_staff', '../../etc/passwd');
  expect((await browser.get(REFRESH)).status).toBe(401);
  browser.jar.set('banbo_staff', `${'a'.repeat(43)}.${'b'.repeat(43)}`);
  expect((await browser.get(REFRESH)).status).toBe(401);
});

test('a stolen refresh token that comes after its successor was used ends the session for thief and owner', async () => {
  const browser = await signedIn();
  const stolen = cookieOf(browser);
  await browser.get(REFRESH);
  wait(11);
  const { body } = await browser.get(REFRESH);
  const thief = openBrowser(it);
  thief.jar.set('banbo_staff', stolen);
  expect((await thief.get(REFRESH)).body.code).toBe('session_ended');
  expect((await browser.get(REFRESH)).body.code).toBe('session_ended');
  const call = await browser.get('/api/auth/sessions', { headers: { authorization: `Bearer ${body.accessToken}` } });
  expect(call.status).toBe(401);
});

test('two uses of a token within ten seconds are one use', async () => {
  const browser = await signedIn();
  const first = cookieOf(browser);
  await browser.get(REFRESH);
  const second = cookieOf(browser);
  wait(9);
  browser.jar.set('banbo_staff', first);
  expect((await browser.get(REFRESH)).status).toBe(200);
  expect(cookieOf(browser)).toBe(second);
});

test('ten tabs refreshing at once for 30 rounds are never signed out', async () => {
  const browser = await signedIn();
  const tokens = new Set<string>();
  for (let round = 0; round < 30; round += 1) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.get(REFRESH)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    tokens.add(cookieOf(browser));
    wait(round % 3 === 0 ? 3 : 600);
  }
  expect(tokens.size).toBeGreaterThan(15);
});

test('a session that is not used for 12 hours ends, a trusted device’s after 30 days', async () => {
  const [browser, trusted] = [await signedIn(), await signedIn(true)];
  wait(12 * 3600);
  expect((await browser.get(REFRESH)).status).toBe(401);
  expect((await trusted.get(REFRESH)).status).toBe(200);
  wait(30 * 86_400);
  expect((await trusted.get(REFRESH)).status).toBe(401);
});

test('no session outlives its whole life, however often it is used', async () => {
  const browser = await signedIn();
  for (let use = 0; use < 15; use += 1) {
    wait(11 * 3600);
    expect((await browser.get(REFRESH)).status).toBe(200);
  }
  wait(11 * 3600);
  expect((await browser.get(REFRESH)).status).toBe(401);
});

test('signing out ends the session and clears the cookie', async () => {
  const browser = await signedIn();
  const { body } = await browser.get(REFRESH);
  const cookie = cookieOf(browser);
  expect(await browser.get('/api/auth/logout')).toMatchObject({ status: 200, body: { status: true } });
  expect(browser.jar.has('banbo_staff')).toBe(false);
  browser.jar.set('banbo_staff', cookie);
  expect((await browser.get(REFRESH)).status).toBe(401);
  const call = await browser.get('/api/auth/sessions', { headers: { authorization: `Bearer ${body.accessToken}` } });
  expect(call.status).toBe(401);
});
