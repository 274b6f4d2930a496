import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unlockUser } from '#domains/identity';
import { type Browser, openBrowser } from '../browser.ts';
import { buildCaller, PASSWORD } from '../builders/identity.ts';
import { startApp, type TestApp } from '../harness.ts';
import { appCode, buildUserWithApp, nextCode, signInAs, signInByCode } from '../second-factor.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const wait = (minutes: number): void => {
  it.clock.now = new Date(it.clock.now.getTime() + minutes * 60_000);
};

const give = (browser: Browser, challenge: string, code: string) =>
  browser.post('/api/auth/login/code', { challenge, code });

const challengeOf = async (browser: Browser, username: string): Promise<string> =>
  (await signInAs(browser, username)).body.challenge;

/** A code that is not the present one, nor a neighbour of it. */
const wrongCode = (secret: string): string => {
  const near = [-1, 0, 1].map((steps) => appCode(it, secret, steps));
  return ['111111', '222222', '333333', '444444'].find((code) => !near.includes(code)) ?? '';
};

describe('somebody who saw a code', () => {
  test('cannot use it again, nor one from before it', async () => {
    const { username, secret } = await buildUserWithApp(it);
    const [before, seen] = [appCode(it, secret, -1), appCode(it, secret)];
    expect((await signInByCode(openBrowser(it), username, seen)).status).toBe(200);
    expect((await signInByCode(openBrowser(it), username, seen)).status).toBe(401);
    expect((await signInByCode(openBrowser(it), username, before)).status).toBe(401);
  });

  test('gets one session from it at most, however many ask at once', async () => {
    const { username, secret } = await buildUserWithApp(it);
    const browsers = Array.from({ length: 3 }, () => openBrowser(it));
    const challenges = await Promise.all(browsers.map((browser) => challengeOf(browser, username)));
    const code = appCode(it, secret);
    const answers = await Promise.all(browsers.map((browser, at) => give(browser, challenges[at] ?? '', code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('gets one session from a recovery code at most, however many ask at once', async () => {
    const { username, recoveryCodes } = await buildUserWithApp(it);
    const browsers = Array.from({ length: 3 }, () => openBrowser(it));
    const challenges = await Promise.all(browsers.map((browser) => challengeOf(browser, username)));
    const [code = ''] = recoveryCodes;
    const answers = await Promise.all(browsers.map((browser, at) => give(browser, challenges[at] ?? '', code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('somebody who knows the password', () => {
  test('has three guesses, which a right password does not give back', async () => {
    const { username, secret } = await buildUserWithApp(it);
    const guess = () => signInByCode(openBrowser(it), username, wrongCode(secret));
    expect((await guess()).body).toMatchObject({ code: 'wrong_credentials', login_attempts: 1 });
    expect((await guess()).body).toMatchObject({ code: 'wrong_credentials', login_attempts: 2 });
    expect((await guess()).body).toMatchObject({ code: 'account_blocked', account_blocked: true });
    const right = await signInByCode(openBrowser(it), username, appCode(it, secret));
    expect(right.body).toMatchObject({ code: 'account_blocked', message: expect.stringContaining('15 minutes') });
  });

  test('has three guesses when they come at once', async () => {
    const { username, secret } = await buildUserWithApp(it);
    const browser = openBrowser(it);
    const challenge = await challengeOf(browser, username);
    const guesses = Array.from({ length: 12 }, () => give(browser, challenge, wrongCode(secret)));
    const counts = (await Promise.all(guesses)).map(({ body }) => body.code);
    expect(counts.filter((code) => code === 'wrong_credentials')).toHaveLength(2);
  });

  test('waits longer after each further guess, up to a day', async () => {
    const { username, secret } = await buildUserWithApp(it);
    const guess = () => signInByCode(openBrowser(it), username, wrongCode(secret));
    for (let count = 0; count < 3; count += 1) await guess();
    const waits: number[] = [];
    for (let count = 0; count < 9; count += 1) {
      const { blocked_until } = await it.db
        .selectFrom('code_counts')
        .select('blocked_until')
        .orderBy('counted_at', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      const minutes = ((blocked_until?.getTime() ?? 0) - it.clock.now.getTime()) / 60_000;
      waits.push(minutes);
      wait(minutes);
      await guess();
    }
    expect(waits).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440]);
  });

  test('does not keep the owner out of a device that has signed in before', async () => {
    const { username, secret, browser } = await buildUserWithApp(it);
    for (let count = 0; count < 4; count += 1) await signInByCode(openBrowser(it), username, wrongCode(secret));
    expect((await signInByCode(browser, username, appCode(it, secret))).status).toBe(200);
  });

  test('keeps nobody out for whom a higher rank forgets the wrong codes', async () => {
    const { id, username, secret } = await buildUserWithApp(it, { role: 'Accounts' });
    for (let count = 0; count < 3; count += 1) await signInByCode(openBrowser(it), username, wrongCode(secret));
    const { headers } = await buildCaller(it, 'SuperAdmin');
    await openBrowser(it).send({ method: 'PATCH', url: `/api/auth/reset_admin_account/${id}`, headers });
    expect((await signInByCode(openBrowser(it), username, appCode(it, secret))).status).toBe(200);
  });
});

describe('a challenge', () => {
  test('is no session, and its text without the browser’s cookie is nothing', async () => {
    const { username, secret } = await buildUserWithApp(it);
    const challenge = await challengeOf(openBrowser(it), username);
    const other = openBrowser(it);
    const headers = { authorization: `Bearer ${challenge}` };
    expect((await other.get('/api/auth/sessions', { headers })).status).toBe(401);
    expect(await give(other, challenge, appCode(it, secret))).toMatchObject({
      status: 401,
      body: { code: 'session_ended' },
    });
    await signInAs(other, username);
    expect((await give(other, challenge, appCode(it, secret))).body.code).toBe('session_ended');
  });

  test('of one account lets nobody in with another’s code, and cannot be made to name another', async () => {
    const [ama, efua] = [await buildUserWithApp(it), await buildUserWithApp(it)];
    const browser = openBrowser(it);
    const challenge = await challengeOf(browser, ama.username);
    expect((await give(browser, challenge, appCode(it, efua.secret))).body.code).toBe('wrong_credentials');
    const [content = '', signature] = challenge.split('.');
    const named = { ...JSON.parse(Buffer.from(content, 'base64url').toString()), account: efua.id };
    const forged = `${Buffer.from(JSON.stringify(named)).toString('base64url')}.${signature}`;
    expect((await give(browser, forged, appCode(it, efua.secret))).body.code).toBe('session_ended');
    for (const text of ['', '.', 'a.b', `${content}.`, challenge.slice(0, -2)]) {
      expect((await give(browser, text, appCode(it, ama.secret))).body.code).toBe('session_ended');
    }
  });

  test('is good for five minutes', async () => {
    const { username, secret } = await buildUserWithApp(it);
    const browser = openBrowser(it);
    const challenge = await challengeOf(browser, username);
    wait(5);
    expect((await give(browser, challenge, appCode(it, secret))).body.code).toBe('session_ended');
  });

  test('ends with a new password, a block, another role and a second factor taken away', async () => {
    const changes: ((user: Awaited<ReturnType<typeof buildUserWithApp>>) => Promise<unknown>)[] = [
      async ({ browser, headers }) =>
        browser.post('/api/auth/change_password', { password: PASSWORD, new_password: 'Kente$8Road' }, { headers }),
      ({ id }) => act('POST', `/users/${id}/block`),
      ({ id }) => act('PATCH', `/users/${id}/role`, { user_role: 'Operations' }),
      ({ id }) => act('POST', `/users/${id}/reset_second_factor`, {}),
    ];
    const { headers: admin } = await buildCaller(it, 'SuperAdmin');
    const act = async (method: 'POST' | 'PATCH', path: string, payload?: object) => {
      const answer = await openBrowser(it).send({
        method,
        url: `/api${path}`,
        headers: admin,
        ...(payload && { payload }),
      });
      expect(answer.status).toBe(200);
    };
    for (const change of changes) {
      const user = await buildUserWithApp(it, { role: 'Accounts' });
      const browser = openBrowser(it);
      const challenge = await challengeOf(browser, user.username);
      await change(user);
      expect((await give(browser, challenge, appCode(it, user.secret))).body.code).toBe('session_ended');
    }
  });
});

test('a secret put into another account’s row is good for nothing there', async () => {
  const [ama, efua] = [await buildUserWithApp(it), await buildUserWithApp(it)];
  const { sealed_secret } = await it.db
    .selectFrom('second_factors')
    .select('sealed_secret')
    .where('account_id', '=', efua.id)
    .executeTakeFirstOrThrow();
  await it.db.updateTable('second_factors').set({ sealed_secret }).where('account_id', '=', ama.id).execute();
  expect((await signInByCode(openBrowser(it), ama.username, appCode(it, efua.secret))).status).toBe(401);
});

test('a session cannot try passwords or codes without end to give the second factor up', async () => {
  const { browser, headers, secret } = await buildUserWithApp(it);
  const remove = (password: string, code: string) =>
    browser.post('/api/auth/second_factor/removal', { password, code }, { headers });
  for (let count = 0; count < 2; count += 1) expect((await remove(PASSWORD, wrongCode(secret))).status).toBe(422);
  await remove(PASSWORD, wrongCode(secret));
  expect((await remove(PASSWORD, appCode(it, secret))).body.message).toContain('Too many wrong codes');
});

test('the server’s own command lets in somebody who has lost everything', async () => {
  const { username } = await buildUserWithApp(it, { role: 'SuperAdmin' });
  await unlockUser(it.db, { username, publicUrl: 'http://localhost:3000', now: it.clock.now });
  expect((await signInAs(openBrowser(it), username)).body.status).toBe(true);
  nextCode(it);
});
