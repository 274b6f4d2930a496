import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { noticeSilence } from '#domains/tracking';
import { type Sending, simulatedTraffic } from '../../seeds/traffic/traffic.ts';
import { buildDevice } from '../builders/devices.ts';
import { buildFeedSecret } from '../builders/feed-secret.ts';
import { buildPlace } from '../builders/places.ts';
import { buildCity, type Fitted } from '../city/build-city.ts';
import { distanceOf, type Place, placesOf } from '../city/count-city.ts';
import { type Entry, entriesOf } from '../city/count-watch.ts';
import { inOrder, storedEntries } from '../city/stored-entries.ts';
import type { Server } from './server-process.ts';
import { sharedCluster } from './shared-cluster.ts';
import { signInAt } from './sign-in.ts';

// Two servers as operators run them, of which one is killed while a city reports.

/** `npm test -- long` has the whole city. */
const CARS = process.env.LONG ? 1_000 : 200;
const MINUTE = 60_000;
const SECRET = 'the secret of the feeds of a city that is hit';
const FAULTS = { gaps: 0.01, repeats: 0.05, late: 0.02, future: 0.01, cuts: 0.005 };
/** Calls that are under way at once. */
const CALLERS = 16;
/** Cars whose trails of two days are less than limits let a member of staff ask for in a minute. */
const TRAILS_OF_CALLER = 50;

const { db, start } = sharedCluster();

/** The status of the answer, or null where none came. */
const post = async ({ address }: Server, { kind, body }: Sending): Promise<number | null> => {
  const headers = { 'content-type': 'application/json', 'x-feed-secret': SECRET };
  const call = fetch(`${address}/api/feeds/traccar/${kind}s`, { method: 'POST', headers, body: JSON.stringify(body) });
  return call.then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => null,
  );
};

type Stored = Place & { imei: string };

const storedPlaces = async (): Promise<Stored[]> => {
  const { rows } = await sql<Omit<Stored, 'at'> & { fix_at: Date }>`
    SELECT imei, fix_at, latitude, longitude, speed_kmh AS "speedKmh", accuracy_m AS "accuracyM"
    FROM positions JOIN devices ON devices.id = device_id`.execute(db());
  return rows.map(({ fix_at, ...place }) => ({ ...place, at: fix_at.getTime() }));
};

const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10);

const keyOf = ({ imei, at, latitude, longitude }: Stored): string => `${imei} ${at} ${latitude} ${longitude}`;

test('a city reports to two servers, one of which is killed: its positions, distances and watch are those of an independent count', async () => {
  const [hit, other] = [await start(), await start()];
  const from = new Date(Date.now() - 12 * MINUTE);
  const fittedAt = new Date(from.getTime() - MINUTE);
  const cars: Fitted[] = await buildCity(db(), { cars: CARS, since: fittedAt });
  await buildFeedSecret(db(), SECRET, from);
  const traffic = [...simulatedTraffic({ seed: 29, devices: CARS, from, minutes: 10, faults: FAULTS })];

  let sent = 0;
  let unanswered = 0;
  const next = traffic.values();
  // Of a tracker one call at a time, as Traccar forwards them, since the watch heeds their order.
  const ofTracker = new Map<string, Promise<void>>();
  const sendOnce = async (sending: Sending, nth: number): Promise<void> => {
    await ofTracker.get(sending.imei);
    if (nth === Math.floor(traffic.length / 2)) hit.kill('SIGKILL');
    const first = await post(nth % 2 === 0 && nth < traffic.length / 2 + CALLERS ? hit : other, sending);
    if (first === null) unanswered += 1;
    expect(first ?? (await post(other, sending))).toBe(200);
  };
  const call = async (): Promise<void> => {
    for (const sending of next) {
      sent += 1;
      const sendingOnce = sendOnce(sending, sent);
      ofTracker.set(sending.imei, sendingOnce);
      await sendingOnce;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  expect(unanswered).toBeGreaterThan(0);

  // All of them are of the past for the servers, whenever these took them.
  const came = traffic.map((one) => ({ ...one, serverAt: Date.now() }));
  const expected = placesOf(came.filter(({ kind }) => kind === 'position'));
  const expectedKeys = new Set(
    [...expected].flatMap(([imei, places]) => places.map((place) => keyOf({ imei, ...place }))),
  );
  const stored = await storedPlaces();
  expect(new Set(stored.map(keyOf))).toEqual(expectedKeys);
  expect(stored).toHaveLength(expectedKeys.size);
  expect(traffic.filter(({ at, body }) => Date.parse(body.position.fixTime) > at).length).toBeGreaterThan(0);

  const lookAt = Date.now() + 400 * MINUTE;
  // The watch looks only while reports flow: a tracker of the stock sends one.
  const reporting = { db: db(), clock: { now: new Date(lookAt - MINUTE) } };
  await buildPlace(reporting, (await buildDevice(reporting)).id);
  await noticeSilence(db(), new Date(lookAt));
  const entries = entriesOf({
    ...{ imeis: cars.map(({ imei }) => imei), since: fittedAt.getTime(), came, looks: [lookAt] },
  });
  // When a tracker was last heard only the servers know.
  const known = (some: readonly Entry[]): Entry[] =>
    inOrder(some).map((one) => (one.kind === 'silent' ? { ...one, since: 0, lastSince: 0 } : one));
  expect(known(await storedEntries(db()))).toEqual(known(entries));
  expect(entries.filter(({ kind }) => kind === 'silent')).toHaveLength(CARS);
  expect(entries.filter(({ kind }) => kind === 'power_cut').length).toBeGreaterThan(CARS / 50);
  expect(entries.filter(({ kind }) => kind === 'low_battery').length).toBeGreaterThan(CARS / 100);

  const byTracker = Map.groupBy(stored, ({ imei }) => imei);
  // Two where the city passes midnight.
  const days = new Set(stored.map(({ at }) => dayAt(at)));
  let headers: Record<string, string> = {};
  let far = 0;
  for (const [n, { imei, driverId }] of cars.entries()) {
    if (n % TRAILS_OF_CALLER === 0) headers = await signInAt(other.address, db());
    let driven = 0;
    for (const day of days) {
      const answer = await fetch(`${other.address}/api/trackers/${driverId}/trail?day=${day}`, { headers });
      const { distance_m } = (await answer.json()) as { distance_m: number };
      const ofDay = (byTracker.get(imei) ?? []).filter(({ at }) => dayAt(at) === day);
      const metres = distanceOf(ofDay.sort((a, b) => a.at - b.at));
      expect({ imei, day, metres: distance_m }).toEqual({ imei, day, metres: Math.round(metres) });
      driven += metres;
    }
    if (driven > 1_000) far += 1;
  }
  expect(far).toBeGreaterThan(CARS / 4);
});
