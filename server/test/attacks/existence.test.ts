import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clearOldAccess } from '#domains/identity';
import { openBrowser } from '../browser.ts';
import { buildMember, buildTenant, buildUser, PASSWORD } from '../builders/identity.ts';
import { startApp, type TestApp } from '../harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const MINUTE = 60_000;
const wait = (minutes: number): void => {
  it.clock.now = new Date(it.clock.now.getTime() + minutes * MINUTE);
};

/** The names of a known and an unknown account at a sign-in of this kind. */
type Kind = { path: string; known: () => Promise<object>; unknown: () => object; spelt: (login: object) => object };

let serial = 0;
const next = (): number => {
  serial += 1;
  return serial;
};
const upper = (login: object): object =>
  Object.fromEntries(Object.entries(login).map(([name, text]) => [name, ` ${String(text).toUpperCase()} `]));

const KINDS: Kind[] = [
  {
    path: 'login',
    known: async () => ({ username: (await buildUser(it)).username }),
    unknown: () => ({ username: `nobody${next()}` }),
    spelt: upper,
  },
  {
    path: 'login',
    known: async () => ({ username: (await buildUser(it, { password: null })).username }),
    unknown: () => ({ username: `no username ${next()}` }),
    spelt: upper,
  },
  {
    path: 'main_login',
    known: async () => ({ username: (await buildTenant(it)).username }),
    unknown: () => ({ username: `nobody${next()}` }),
    spelt: upper,
  },
  {
    path: 'member_login',
    known: async () => {
      const { car_number, driver_code } = await buildMember(it);
      return { car_number, driver_code };
    },
    unknown: () => ({ car_number: `ZZ ${next()}-99`, driver_code: 'DRV0000012' }),
    spelt: upper,
  },
];

/** Courses of wrong passwords: the minutes to wait before each. */
const COURSES = [
  [0, 0, 0, 0, 0],
  [0, 0, 0, 14, 1, 0, 0, 0],
  [0, 59, 0, 0],
  [0, 61, 0, 61, 0, 0],
  [0, 0, 1500, 0, 0],
];

describe.each(KINDS)('who tries passwords by $path', ({ path, known, unknown, spelt }) => {
  const answers = async (login: object, course: number[]): Promise<unknown[]> => {
    const told: unknown[] = [];
    for (const [at, minutes] of course.entries()) {
      wait(minutes);
      const named = at % 2 === 0 ? login : spelt(login);
      const { status, body } = await openBrowser(it).post(`/api/auth/${path}`, { ...named, password: 'wrong' });
      told.push([status, body]);
    }
    return told;
  };

  test.each(COURSES)('learns from no answer whether the account exists (%i, %i, %i, %i…)', async (...course) => {
    const ofKnown = await answers(await known(), course);
    const ofUnknown = await answers(unknown(), course);
    expect(ofUnknown).toEqual(ofKnown);
    expect(ofKnown[0]).toMatchObject([401, { login_attempts: 1, account_blocked: false }]);
  });
});

test('the third wrong password for a login that nobody has blocks it, and no other', async () => {
  const attempt = async (path: string, username: string) =>
    (await openBrowser(it).post(`/api/auth/${path}`, { username, password: 'wrong' })).body;
  await attempt('login', 'not.here');
  await attempt('login', 'Not.Here');
  expect(await attempt('login', 'not.here')).toMatchObject({ code: 'account_blocked', login_attempts: 3 });
  expect(await attempt('login', 'not.here')).toMatchObject({ code: 'account_blocked' });
  expect(await attempt('login', 'not.there')).toMatchObject({ login_attempts: 1 });
  expect(await attempt('main_login', 'not.here')).toMatchObject({ login_attempts: 1 });
});

test('attempts at once for a login that nobody has are no more than three', async () => {
  const guesses = Array.from({ length: 12 }, () =>
    openBrowser(it).post('/api/auth/login', { username: 'nobody.at.once', password: PASSWORD }),
  );
  const attempts = (await Promise.all(guesses)).map(({ body }) => body.login_attempts).sort();
  expect(attempts).toEqual([1, 2, ...Array(10).fill(3)]);
});

test('logins that nobody has are kept readable to nobody, and for an hour', async () => {
  const rows = () => it.db.selectFrom('unknown_logins').selectAll().execute();
  await openBrowser(it).post('/api/auth/login', { username: 'Secret@2026', password: 'wrong' });
  expect(JSON.stringify(await rows())).not.toMatch(/secret/i);
  wait(59);
  await clearOldAccess(it.db, it.clock.now);
  expect(await rows()).not.toEqual([]);
  wait(2);
  await clearOldAccess(it.db, it.clock.now);
  expect(await rows()).toEqual([]);
});
