import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, openBrowser } from '../browser.ts';
import { buildUser, PASSWORD } from '../builders/identity.ts';
import { startApp, type TestApp } from '../harness.ts';

let it: TestApp;
let statements = 0;
beforeAll(async () => {
  const onStatement = () => {
    statements += 1;
  };
  it = await startApp({}, { onStatement });
});
// Renewals are limited by the minute.
beforeEach(() => wait(60));
afterAll(() => it.close());

const REFRESH = '/api/token/admin_refresh_token';
const COOKIE = 'banbo_staff';

const wait = (seconds: number): void => {
  it.clock.now = new Date(it.clock.now.getTime() + seconds * 1000);
};

const tokenOf = (browser: Browser): string => browser.jar.get(COOKIE) ?? '';

/** A signed-in browser that trusts its device. */
const signedIn = async (): Promise<Browser> => {
  const { username } = await buildUser(it);
  const browser = openBrowser(it);
  await browser.post('/api/auth/login', { username, password: PASSWORD, persist: true });
  return browser;
};

/** Exchanges the token for the next one; null when the session has ended. */
const exchange = async (token: string): Promise<string | null> => {
  const holder = openBrowser(it);
  holder.jar.set(COOKIE, token);
  const { status, body } = await holder.get(REFRESH);
  if (status === 200) return tokenOf(holder);
  expect([status, body.code]).toEqual([401, 'session_ended']);
  return null;
};

describe('an answer that is lost on the way', () => {
  test.each([11, 30, 3600, 29 * 86_400])('can be asked for again after %i seconds', async (seconds) => {
    const browser = await signedIn();
    const parent = tokenOf(browser);
    const lost = await exchange(parent);
    wait(seconds);
    expect(await exchange(parent)).toBe(lost);
    expect(await exchange(parent)).toBe(lost);
    wait(11);
    expect(await exchange(lost ?? '')).not.toBeNull();
  });

  test('time after time leaves the session open', async () => {
    let token = tokenOf(await signedIn());
    for (let round = 0; round < 5; round += 1) {
      const lost = await exchange(token);
      wait(40);
      const retried = await exchange(token);
      expect(retried).toBe(lost);
      token = retried ?? '';
      wait(40);
    }
  });
});

describe('a copied token', () => {
  test('is theft once the token that followed it has been used, and ends the session for both', async () => {
    const parent = tokenOf(await signedIn());
    const child = (await exchange(parent)) ?? '';
    wait(11);
    const grandchild = (await exchange(child)) ?? '';
    expect(await exchange(parent)).toBeNull();
    expect(await exchange(grandchild)).toBeNull();
  });

  test.each([0.5, 5, 9.5])('is theft too when the one that followed was used %d seconds after it', async (seconds) => {
    const parent = tokenOf(await signedIn());
    const child = (await exchange(parent)) ?? '';
    wait(seconds);
    expect(await exchange(child)).toBe(child);
    wait(10.5);
    expect(await exchange(parent)).toBeNull();
    expect(await exchange(child)).toBeNull();
  });

  test('is theft however often the one that followed was used meanwhile', async () => {
    const parent = tokenOf(await signedIn());
    const child = (await exchange(parent)) ?? '';
    for (let use = 0; use < 3; use += 1) {
      wait(3);
      expect(await exchange(child)).toBe(child);
    }
    wait(4.5);
    expect(await exchange(parent)).toBeNull();
  });

  test('of long ago is theft too', async () => {
    const first = tokenOf(await signedIn());
    let token = first;
    for (let use = 0; use < 4; use += 1) {
      token = (await exchange(token)) ?? '';
      wait(600);
    }
    expect(await exchange(first)).toBeNull();
    expect(await exchange(token)).toBeNull();
  });

  test('used at once with the real one gets no session of its own', async () => {
    const parent = tokenOf(await signedIn());
    const tokens = new Set(await Promise.all(Array.from({ length: 20 }, () => exchange(parent))));
    expect(tokens.size).toBe(1);
    expect(tokens).not.toContain(null);
  });

  test('with a made-up secret ends the session, and a made-up family nothing', async () => {
    const token = tokenOf(await signedIn());
    const [family = '', secret = ''] = token.split('.');
    expect(await exchange(`${'a'.repeat(43)}.${secret}`)).toBeNull();
    const child = await exchange(token);
    expect(child).not.toBeNull();
    expect(await exchange(`${family}.${'a'.repeat(43)}`)).toBeNull();
    expect(await exchange(child ?? '')).toBeNull();
  });
});

test.each([
  [2, 3],
  [9, 9],
])(
  'tabs whose refreshes overtake each other stay signed in, %d s after the first and %d s apart',
  async (first, apart) => {
    const parent = tokenOf(await signedIn());
    const child = (await exchange(parent)) ?? '';
    wait(first);
    // A reloaded page has the next token while another tab's call still carries the old one.
    expect(await exchange(child)).toBe(child);
    wait(apart);
    expect(await exchange(parent)).toBe(child);
    wait(11);
    expect(await exchange(child)).not.toBeNull();
  },
);

describe('a flood', () => {
  beforeEach(() => it.atOneServer('an address and a session have so many calls at each server'));

  const made = (n: number, parts: number): string =>
    ['f', 's', 'm']
      .slice(0, parts)
      .map((part) => `${part}${n}`.padEnd(part === 'm' ? 22 : 43, 'x'))
      .join('.');
  /** The statuses of as many renewals, and the statements that they cost. */
  const flood = async (tokens: readonly string[], url = REFRESH) => {
    const before = statements;
    const seen = new Map<number, number>();
    for (const token of tokens) {
      const browser = openBrowser(it);
      browser.jar.set(COOKIE, token);
      const { status } = await browser.get(url, { remoteAddress: '41.66.220.1' });
      seen.set(status, (seen.get(status) ?? 0) + 1);
    }
    return { seen: Object.fromEntries(seen), statements: statements - before };
  };
  const many = (parts: number) => Array.from({ length: 200 }, (_, n) => made(n, parts));

  test.each([2, 3])(
    'of made-up tokens of %i parts is refused without the database, and keeps nobody signed out',
    async (parts) => {
      const browser = await signedIn();
      expect(await flood(many(parts))).toEqual({ seen: { 401: 60, 429: 140 }, statements: 60 });
      expect((await browser.get(REFRESH, { remoteAddress: '41.66.220.1' })).status).toBe(200);
    },
  );

  test('of sign-outs with made-up tokens is refused without the database too', async () => {
    expect(await flood(many(3), '/api/auth/logout')).toEqual({ seen: { 200: 60, 429: 140 }, statements: 60 });
  });

  test('with one real token counts for its session alone', async () => {
    const browser = await signedIn();
    const { seen } = await flood(Array(70).fill(tokenOf(browser)));
    expect(seen).toEqual({ 200: 60, 429: 10 });
    expect(await exchange(tokenOf(await signedIn()))).not.toBeNull();
  });
});

test('a token without our mark, as they were before, is still exchanged, for one with it', async () => {
  const [family, secret] = tokenOf(await signedIn()).split('.');
  const next = await exchange(`${family}.${secret}`);
  expect(next).toMatch(/^[\w-]{43}\.[\w-]{43}\.[\w-]{22}$/);
  expect(await exchange(next ?? '')).toBe(next);
});
