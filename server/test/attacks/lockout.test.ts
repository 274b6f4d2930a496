import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, openBrowser } from '../browser.ts';
import { buildUser, PASSWORD } from '../builders/identity.ts';
import { startApp, type TestApp } from '../harness.ts';
import { watchedHashing } from '../hashing.ts';

const { watched, hashing } = watchedHashing();
const DEVICE = 'banbo_device';
const MAX_DEVICES = 5;
const ATTEMPTS = 3;

let it: TestApp;
beforeAll(async () => {
  it = await startApp({}, { hashing });
});
afterAll(() => it.close());
beforeEach(() => {
  watched.checks = 0;
});

const signIn = (browser: Browser, username: string, password = PASSWORD) =>
  browser.post('/api/auth/login', { username, password });

/** A browser that has signed in. */
const device = async (username: string): Promise<Browser> => {
  const browser = openBrowser(it);
  expect((await signIn(browser, username)).status).toBe(200);
  return browser;
};

/** Another browser with this one's marks, and without its session. */
const copyOf = (browser: Browser): Browser => {
  const copy = openBrowser(it);
  copy.jar.set(DEVICE, browser.jar.get(DEVICE) ?? '');
  return copy;
};

const blockByStranger = async (username: string): Promise<void> => {
  const stranger = openBrowser(it);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) await signIn(stranger, username, 'wrong');
};

describe('somebody who signs in often to be let guess often', () => {
  test('gets no more guesses from 60 devices than from a handful', async () => {
    const { username } = await buildUser(it);
    const devices: Browser[] = [];
    for (let count = 0; count < 60; count += 1) devices.push(await device(username));
    watched.checks = 0;
    for (const browser of devices) {
      const guesses = Array.from({ length: ATTEMPTS + 1 }, () => signIn(copyOf(browser), username, 'wrong'));
      for (const { status } of await Promise.all(guesses)) expect(status).toBe(401);
    }
    expect(watched.checks).toBe((MAX_DEVICES + 1) * ATTEMPTS);
  });

  test('leaves no more devices when the sign-ins come at once', async () => {
    const { id, username } = await buildUser(it);
    await Promise.all(Array.from({ length: 15 }, () => signIn(openBrowser(it), username)));
    const rows = await it.db.selectFrom('known_devices').selectAll().where('account_id', '=', id).execute();
    expect(rows).toHaveLength(MAX_DEVICES);
  });

  test('drives out the device that has not signed in for longest, not one in use', async () => {
    const { username } = await buildUser(it);
    const [used, unused] = [await device(username), await device(username)];
    for (let other = 0; other < 4; other += 1) {
      it.clock.now = new Date(it.clock.now.getTime() + 60_000);
      await device(username);
      await signIn(used, username);
    }
    await blockByStranger(username);
    expect((await signIn(used, username)).status).toBe(200);
    expect((await signIn(unused, username)).body.account_blocked).toBe(true);
  });
});

test('a changed password makes strangers of all devices, of the one it was changed on too', async () => {
  const { username } = await buildUser(it);
  const [one, other] = [await device(username), await device(username)];
  const { body } = await signIn(one, username);
  const headers = { authorization: `Bearer ${body.accessToken}` };
  const change = { password: PASSWORD, new_password: 'Rain%onTin5Roof' };
  expect((await one.post('/api/auth/change_password', change, { headers })).status).toBe(200);
  await blockByStranger(username);
  for (const browser of [one, other]) {
    expect((await signIn(browser, username, 'Rain%onTin5Roof')).body.account_blocked).toBe(true);
  }
});

describe('a mark that the client made up', () => {
  const MADE_UP = 'A'.repeat(43);

  test('is never taken: the server makes one of its own', async () => {
    const { username } = await buildUser(it);
    const browser = openBrowser(it);
    browser.jar.set(DEVICE, MADE_UP);
    await signIn(browser, username);
    const planted = openBrowser(it);
    planted.jar.set(DEVICE, MADE_UP);
    await blockByStranger(username);
    expect((await signIn(planted, username)).body.account_blocked).toBe(true);
    expect((await signIn(browser, username)).status).toBe(200);
  });

  test('of any form does no harm, and there are never more than a handful', async () => {
    const { username } = await buildUser(it);
    for (const text of ['', '.', '....', 'x', MADE_UP.slice(1), `${MADE_UP}.`.repeat(40), "' OR 1=1", '../../etc']) {
      const browser = openBrowser(it);
      browser.jar.set(DEVICE, text);
      expect((await signIn(browser, username)).status).toBe(200);
      expect(browser.jar.get(DEVICE)).toMatch(/^[\w-]{43}(\.[\w-]{43}){0,4}$/);
    }
  });

  test('beside another account’s opens nothing there', async () => {
    const [one, other] = [await buildUser(it), await buildUser(it)];
    const browser = await device(one.username);
    await blockByStranger(other.username);
    expect((await signIn(browser, other.username)).body.account_blocked).toBe(true);
  });
});

test('colleagues who share a computer are each known on it', async () => {
  const users = await Promise.all([1, 2, 3].map(() => buildUser(it)));
  const shared = openBrowser(it);
  for (const { username } of [...users, ...users]) await signIn(shared, username);
  expect(shared.jar.get(DEVICE)?.split('.')).toHaveLength(users.length);
  for (const { username } of users) await blockByStranger(username);
  for (const { username } of users) expect((await signIn(shared, username)).status).toBe(200);
});
