import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, openBrowser } from '../../../../test/browser.ts';
import { buildMember, buildUser, PASSWORD } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const signIn = (browser: Browser, username: string, password = PASSWORD, more: object = {}) =>
  browser.post('/api/auth/login', { username, password, ...more });

const wait = (minutes: number): void => {
  it.clock.now = new Date(it.clock.now.getTime() + minutes * 60_000);
};

describe('staff sign-in', () => {
  test('answers who signed in, with a token whose UserInfo holds the role’s rank', async () => {
    const { id, username } = await buildUser(it, { role: 'Accounts' });
    const { status, body } = await signIn(openBrowser(it), username.toUpperCase());
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: true, user_role: 'Accounts', username, fullname: 'Ama Mensah', user: id });
    expect(body).toMatchObject({ login_attempts: 0, account_blocked: false });
    const payload = JSON.parse(Buffer.from(body.accessToken.split('.')[1], 'base64url').toString());
    expect(payload.UserInfo).toEqual({ role: 5000, username });
    expect(payload.exp - payload.iat).toBe(600);
  });

  test('keeps the refresh token in a cookie that scripts and other sites cannot use', async () => {
    const { username } = await buildUser(it);
    const { setCookies } = await signIn(openBrowser(it), username);
    expect(setCookies.banbo_staff).toMatch(/Path=\/api; HttpOnly; SameSite=Strict$/);
    const row = await it.db.selectFrom('sessions').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
    const [family = '', secret = ''] = (setCookies.banbo_staff ?? '').replace(/^.*?=|;.*$/g, '').split('.');
    expect(JSON.stringify(row)).not.toContain(family);
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  test('keeps its answer, and whatever only the signed-in see, out of caches', async () => {
    const { username } = await buildUser(it);
    const browser = openBrowser(it);
    const { headers, body } = await signIn(browser, username);
    expect(headers['cache-control']).toBe('no-store');
    const own = await browser.get('/api/auth/sessions', { headers: { authorization: `Bearer ${body.accessToken}` } });
    expect(own.headers['cache-control']).toBe('no-store');
    expect((await browser.get('/api/auth/sessions')).headers['cache-control']).toBe('no-store');
  });

  test('‘Trust This Device’ lets the cookie outlive the browser', async () => {
    const { username } = await buildUser(it);
    const { setCookies } = await signIn(openBrowser(it), username, PASSWORD, { persist: true });
    expect(setCookies.banbo_staff).toMatch(/Max-Age=2592000;/);
  });

  test('takes a password that was set before a rule was made', async () => {
    const older = 'an Older pässword; 1';
    const { username } = await buildUser(it, { password: older });
    expect((await signIn(openBrowser(it), username, older)).status).toBe(200);
  });

  test('an empty username or password is told as missing', async () => {
    const missing = { status: 400, body: { code: 'missing_credentials', message: 'Missing Username or Password' } };
    expect(await signIn(openBrowser(it), '', 'x')).toMatchObject(missing);
    expect(await signIn(openBrowser(it), 'ama', '')).toMatchObject(missing);
    for (const url of ['/api/auth/login', '/api/auth/main_login', '/api/auth/check_username']) {
      expect(await openBrowser(it).post(url, {})).toMatchObject(missing);
      expect(await openBrowser(it).post(url, { username: null })).toMatchObject(missing);
    }
    for (const body of [{}, { car_number: null, driver_code: null, password: null }])
      expect((await openBrowser(it).post('/api/auth/member_login', body)).body.code).toBe('missing_credentials');
  });

  test('an unknown user is refused like a wrong password', async () => {
    const answer = await signIn(openBrowser(it), 'nobody.here');
    expect(answer).toMatchObject({ status: 401, body: { message: 'Wrong Username or Password' } });
  });

  test('a user without a password cannot sign in', async () => {
    const { username } = await buildUser(it, { password: null });
    expect((await signIn(openBrowser(it), username, 'nobody’s password')).status).toBe(401);
  });
});

describe('signing in again', () => {
  const refresh = (browser: Browser, kind = 'admin') => browser.get(`/api/token/${kind}_refresh_token`);

  test('ends the browser’s session of before, as another tab sees, and no other device’s', async () => {
    const { username } = await buildUser(it);
    const [browser, phone] = [openBrowser(it), openBrowser(it)];
    await signIn(phone, username);
    const before = (await signIn(browser, username)).body.accessToken;
    const copy = openBrowser(it);
    for (const [name, value] of browser.jar) copy.jar.set(name, value);
    await signIn(browser, username);
    const tab = { headers: { authorization: `Bearer ${before}` } };
    expect((await browser.get('/api/auth/sessions', tab)).status).toBe(401);
    expect((await refresh(browser)).status).toBe(200);
    expect((await refresh(copy)).status).toBe(401);
    expect((await refresh(phone)).status).toBe(200);
  });

  test('as somebody else ends it too', async () => {
    const [ama, efua] = [await buildUser(it), await buildUser(it)];
    const browser = openBrowser(it);
    const { body } = await signIn(browser, ama.username);
    await signIn(browser, efua.username);
    const tab = { headers: { authorization: `Bearer ${body.accessToken}` } };
    expect((await browser.get('/api/auth/sessions', tab)).status).toBe(401);
  });

  test('leaves it open when the password is wrong, and a member’s session beside it always', async () => {
    const { username } = await buildUser(it);
    const { car_number, driver_code } = await buildMember(it);
    const browser = openBrowser(it);
    await signIn(browser, username);
    await browser.post('/api/auth/member_login', { car_number, driver_code, password: PASSWORD });
    await signIn(browser, username, 'wrong');
    expect((await refresh(browser)).status).toBe(200);
    await signIn(browser, username);
    expect((await refresh(browser, 'member')).status).toBe(200);
    await browser.post('/api/auth/member_login', { car_number, driver_code, password: PASSWORD });
    expect((await refresh(browser)).status).toBe(200);
    const sessions = await it.db
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'account_id')
      .select('kind')
      .where('login', 'in', [username, driver_code])
      .orderBy('kind')
      .execute();
    expect(sessions.map(({ kind }) => kind)).toEqual(['member', 'staff']);
  });
});

describe('wrong passwords', () => {
  test('are counted, and the third blocks the account', async () => {
    const { username } = await buildUser(it);
    const browser = openBrowser(it);
    const attempt = () => signIn(browser, username, 'wrong');
    const message = 'Wrong Username or Password';
    expect((await attempt()).body).toMatchObject({ message, login_attempts: 1, account_blocked: false });
    expect((await attempt()).body).toMatchObject({ message, login_attempts: 2, account_blocked: false });
    expect(await attempt()).toMatchObject({
      status: 401,
      body: { code: 'account_blocked', login_attempts: 3, account_blocked: true },
    });
    expect((await signIn(browser, username)).body).toMatchObject({ code: 'account_blocked', account_blocked: true });
  });

  test('block for 15 minutes, which refused attempts do not lengthen', async () => {
    const { username } = await buildUser(it);
    const browser = openBrowser(it);
    for (let attempt = 0; attempt < 3; attempt += 1) await signIn(browser, username, 'wrong');
    wait(14);
    expect((await signIn(browser, username)).body.account_blocked).toBe(true);
    wait(1);
    expect((await signIn(browser, username, 'wrong')).body).toMatchObject({ login_attempts: 1 });
    expect((await signIn(browser, username)).status).toBe(200);
  });

  test('before a right one are forgotten by it', async () => {
    const { username } = await buildUser(it);
    const browser = openBrowser(it);
    await signIn(browser, username, 'wrong');
    await signIn(browser, username, 'wrong');
    await signIn(browser, username);
    expect((await signIn(openBrowser(it), username, 'wrong')).body.login_attempts).toBe(1);
  });

  test('tried at once are no more than three', async () => {
    const { username } = await buildUser(it);
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(openBrowser(it), username, 'wrong')));
    const attempts = answers.map(({ body }) => body.login_attempts).sort();
    expect(attempts.slice(0, 3)).toEqual([1, 2, 3]);
    expect(answers.filter(({ body }) => body.account_blocked)).toHaveLength(10);
  });

  test('of a stranger do not keep out a device that has signed in before', async () => {
    const { username } = await buildUser(it);
    const own = openBrowser(it);
    await signIn(own, username);
    const stranger = openBrowser(it);
    for (let attempt = 0; attempt < 3; attempt += 1) await signIn(stranger, username, 'wrong');
    expect((await signIn(stranger, username)).body.account_blocked).toBe(true);
    expect((await signIn(own, username)).status).toBe(200);
  });

  test('of a known device block that device', async () => {
    const { username } = await buildUser(it);
    const own = openBrowser(it);
    await signIn(own, username);
    for (let attempt = 0; attempt < 3; attempt += 1) await signIn(own, username, 'wrong');
    expect((await signIn(own, username)).body.account_blocked).toBe(true);
    expect((await signIn(openBrowser(it), username)).status).toBe(200);
  });
});
