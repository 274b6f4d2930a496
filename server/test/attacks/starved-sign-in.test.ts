import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { awaitLater } from '#lib/gather.ts';
import { type Browser, openBrowser } from '../browser.ts';
import { buildUser, PASSWORD } from '../builders/identity.ts';
import { startApp, type TestApp } from '../harness.ts';
import { watchedHashing } from '../hashing.ts';

/** The number of sign-ins that are being hashed or wait for it. */
const HELD = 22;
const HONEST = 15;

let it: TestApp;
let { watched, hashing } = watchedHashing();
beforeAll(async () => {
  it = await startApp({}, { hashing: { withSlot: (...given) => hashing.withSlot(...given) } });
});
afterAll(() => it.close());

/** The app's hashing stands still from `hold` to `open`, so the proof does not depend on speed. */
const hold = (): void => {
  ({ watched, hashing } = watchedHashing({ held: true }));
};
const open = (): void => watched.open();

let tests = 0;
beforeEach(() => {
  tests += 1;
  ({ watched, hashing } = watchedHashing());
});

const signIn = (browser: Browser, username: string, password = PASSWORD) =>
  browser.post('/api/auth/login', { username, password });

type Flood = { refused: (count: number) => Promise<void>; statuses: () => Promise<number[]> };

/** Under names that no other test tried, since those are blocked after some attempts. */
const asStranger = (browser: Browser, at: number) => signIn(browser, `stranger${tests}.${at}`, 'wrong');

/** So many sign-ins at once, each from an address of its own; by default by strangers. */
const flood = (count: number, enter = asStranger): Flood => {
  let refusals = 0;
  let noticed = (): void => {};
  const answers = Array.from({ length: count }, async (_, at) => {
    const { status } = await enter(openBrowser(it), at);
    if (status === 429) refusals += 1;
    noticed();
    return status;
  });
  return {
    /** Resolves once this many were told to come again. */
    refused: (enough) =>
      new Promise((resolve) => {
        noticed = () => {
          if (refusals >= enough) resolve();
        };
        noticed();
      }),
    statuses: () => Promise.all(answers),
  };
};

const HONEST_ONES = Array.from({ length: HONEST });

/** The browser's cookies at another address. */
const elsewhere = (browser: Browser, moved = openBrowser(it)): Browser => {
  for (const [name, value] of browser.jar) moved.jar.set(name, value);
  return moved;
};

/** Devices that have signed in before, each to an account of its own, now at other addresses. */
const knownDevices = async (): Promise<{ browser: Browser; username: string }[]> => {
  const users = await Promise.all(HONEST_ONES.map(() => buildUser(it)));
  return Promise.all(
    users.map(async ({ username }) => {
      const browser = openBrowser(it);
      await signIn(browser, username);
      return { browser: elsewhere(browser), username };
    }),
  );
};

test('devices that have signed in before go ahead of a flood of strangers, and displace those who wait', async () => {
  const devices = await knownDevices();
  hold();
  const strangers = flood(60);
  await strangers.refused(60 - HELD);
  const honest = awaitLater(Promise.all(devices.map(({ browser, username }) => signIn(browser, username))));
  await strangers.refused(60 - HELD + HONEST);
  open();
  expect((await honest).map(({ status }) => status)).toEqual(Array(HONEST).fill(200));
  expect((await strangers.statuses()).filter((status) => status === 401)).toHaveLength(HELD - HONEST);
});

test('right passwords of one account shut nobody out, with its device’s mark carried from address to address', async () => {
  const devices = await knownDevices();
  const { username: own } = await buildUser(it);
  const device = openBrowser(it);
  await signIn(device, own);
  hold();
  const carried = flood(60, (browser) => signIn(elsewhere(device, browser), own));
  await carried.refused(60 - HELD);
  const honest = devices.map(({ browser, username }) => signIn(browser, username));
  await Promise.race([carried.refused(60 - HELD + HONEST), ...honest]);
  open();
  expect((await Promise.all(honest)).map(({ status }) => status)).toEqual(Array(HONEST).fill(200));
  expect((await carried.statuses()).filter((status) => status === 200)).toHaveLength(HELD - HONEST);
});

test('addresses that somebody signed in from before go ahead of strangers, without a cookie too', async () => {
  const offices: { office: Browser; newcomer: string }[] = [];
  for (const _ of HONEST_ONES) {
    const [colleague, newcomer] = [await buildUser(it), await buildUser(it)];
    const office = openBrowser(it);
    await signIn(office, colleague.username);
    office.jar.clear();
    offices.push({ office, newcomer: newcomer.username });
  }
  hold();
  const strangers = flood(60);
  await strangers.refused(60 - HELD);
  const honest = awaitLater(Promise.all(offices.map(({ office, newcomer }) => signIn(office, newcomer))));
  await strangers.refused(60 - HELD + HONEST);
  open();
  expect((await honest).map(({ status }) => status)).toEqual(Array(HONEST).fill(200));
});

test('one account makes few addresses known, so that an attacker’s own does not open the way for a flood', async () => {
  const { id, username } = await buildUser(it);
  for (let count = 0; count < 8; count += 1) await signIn(openBrowser(it), username);
  const rows = await it.db.selectFrom('known_addresses').selectAll().where('account_id', '=', id).execute();
  expect(rows).toHaveLength(5);
});

test('attempts on a blocked account take nobody’s turn', async () => {
  const { username } = await buildUser(it);
  for (let attempt = 0; attempt < 3; attempt += 1) await signIn(openBrowser(it), username, 'wrong');
  hold();
  const strangers = flood(30);
  await strangers.refused(30 - HELD);
  const blocked = await Promise.all(Array.from({ length: 30 }, () => signIn(openBrowser(it), username, 'wrong')));
  expect(blocked.map(({ body }) => body.code)).toEqual(Array(30).fill('account_blocked'));
  open();
  expect((await strangers.statuses()).filter((status) => status === 401)).toHaveLength(HELD);
});

test('strangers among themselves wait their turn, and are told when there are too many', async () => {
  hold();
  const strangers = flood(40);
  await strangers.refused(40 - HELD);
  open();
  const statuses = await strangers.statuses();
  expect(statuses.filter((status) => status === 401)).toHaveLength(HELD);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40 - HELD);
});
