import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noticeSilence } from '#domains/tracking';
import { type Sending, simulatedTraffic } from '../../seeds/traffic/traffic.ts';
import { buildDevice } from '../builders/devices.ts';
import { buildFeedSecret } from '../builders/feed-secret.ts';
import { buildCaller } from '../builders/identity.ts';
import { buildPlace } from '../builders/places.ts';
import { startApp, type TestApp } from '../harness.ts';
import { buildCity, type Fitted } from './build-city.ts';
import { type Came, distanceOf, placesOf } from './count-city.ts';
import { type Entry, entriesOf } from './count-watch.ts';
import { inOrder, storedEntries } from './stored-entries.ts';

/** `npm test -- long` has the whole city. */
const CARS = process.env.LONG ? 1_000 : 200;
const SECRET = 'the secret of the feeds of a city';
const MINUTE = 60_000;
/** Ten times what the whole city takes on an idle machine: only one that hangs comes to it. */
const CITY_MS = 1_200_000;
/** Milliseconds of calls that come at one time of the clock. */
const TOGETHER_MS = 5_000;
const FAULTS = { gaps: 0.01, repeats: 0.05, late: 0.02, future: 0.02, cuts: 0.005 };

let it: TestApp;
let cars: Fitted[];
let came: Came[];
let looks: number[];
let fittedAt: Date;

const send = async ({ kind, body }: Sending): Promise<void> => {
  const url = `/api/feeds/traccar/${kind}s`;
  const answer = await it.app.inject({ method: 'POST', url, headers: { 'x-feed-secret': SECRET }, payload: body });
  expect(answer.statusCode, answer.body).toBe(200);
};

/** Sends what comes within seconds at once, but of one tracker one after the other. */
const sendAll = async (sendings: readonly Sending[]): Promise<void> => {
  const byTracker = Map.groupBy(sendings, ({ imei }) => imei);
  await Promise.all(
    [...byTracker.values()].map(async (ofOne) => {
      for (const sending of ofOne) await send(sending);
    }),
  );
};

/** Less than limits let a member of staff ask in a minute. */
const TRAILS_OF_CALLER = 100;
const inChunks = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));

const look = async (): Promise<void> => {
  await noticeSilence(it.db, it.clock.now);
  looks.push(it.clock.now.getTime());
};

beforeAll(async () => {
  it = await startApp();
  const from = it.clock.now;
  fittedAt = new Date(from.getTime() - MINUTE);
  cars = await buildCity(it.db, { cars: CARS, since: fittedAt });
  await buildFeedSecret(it.db, SECRET, from);
  came = [];
  looks = [];
  const traffic = [...simulatedTraffic({ seed: 28, devices: CARS, from, minutes: 10, faults: FAULTS })];
  for (const [span, sendings] of Map.groupBy(traffic, ({ at }) => Math.floor(at / TOGETHER_MS))) {
    it.clock.now = new Date((span + 1) * TOGETHER_MS - 1);
    await sendAll(sendings);
    const serverAt = it.clock.now.getTime();
    // An event's position is a report like any other.
    for (const { imei, body } of sendings) came.push({ imei, body, serverAt });
    // The watch looks after each minute.
    if ((span + 1) % (MINUTE / TOGETHER_MS) === 0) await look();
  }
  // Cars that drove are missed first, and all in the end, while a tracker of the stock reports.
  const { id: inStock } = await buildDevice(it);
  for (const minutes of [3, 7, 400]) {
    it.clock.now = new Date(from.getTime() + (10 + minutes) * MINUTE);
    await buildPlace(it, inStock, new Date(it.clock.now.getTime() - MINUTE));
    await look();
  }
}, CITY_MS);
afterAll(() => it.close());

test('of ten minutes of a city, with gaps, repeats, late and future reports, the positions are those of an independent count', async () => {
  const { rows } = await sql<{ imei: string; at: Date; latitude: number; longitude: number }>`
    SELECT imei, fix_at AS at, latitude, longitude FROM positions JOIN devices ON devices.id = device_id
    ORDER BY imei, fix_at`.execute(it.db);
  const expected = [...placesOf(came)].flatMap(([imei, places]) =>
    places.map(({ at, latitude, longitude }) => ({ imei, at: new Date(at), latitude, longitude })),
  );
  expect(rows.length).toBeGreaterThan(CARS * 15);
  expect(rows).toEqual(
    expected.sort((a, b) => (a.imei < b.imei ? -1 : a.imei > b.imei ? 1 : a.at.getTime() - b.at.getTime())),
  );
});

test('the distances of that day are those of an independent count', async () => {
  const [day = ''] = new Date(looks[0] ?? 0).toISOString().split('T');
  const places = placesOf(came);
  const drove: number[] = [];
  for (const some of inChunks(cars, TRAILS_OF_CALLER)) {
    const { headers } = await buildCaller(it, 'SuperAdmin');
    for (const { imei, driverId } of some) {
      const answer = await it.app.inject({ url: `/api/trackers/${driverId}/trail?day=${day}`, headers });
      expect(answer.statusCode, answer.body).toBe(200);
      const metres = distanceOf(places.get(imei) ?? []);
      expect({ imei, metres: answer.json().distance_m }).toEqual({ imei, metres: Math.round(metres) });
      drove.push(metres);
    }
  }
  expect(drove.filter((metres) => metres > 1_000).length).toBeGreaterThan(CARS / 4);
});

test('what the watch found of the city is what an independent count finds: silence, power cuts and low batteries', async () => {
  const expected = entriesOf({ imeis: cars.map(({ imei }) => imei), since: fittedAt.getTime(), came, looks });
  expect(await storedEntries(it.db)).toEqual(inOrder(expected));
  const countOf = (kind: Entry['kind']) => expected.filter((entry) => entry.kind === kind).length;
  expect(countOf('silent')).toBe(CARS);
  expect(countOf('power_cut')).toBeGreaterThan(CARS / 50);
  expect(countOf('low_battery')).toBeGreaterThan(CARS / 100);
  expect(expected.filter(({ times }) => times > 1).length).toBeGreaterThan(0);
});
