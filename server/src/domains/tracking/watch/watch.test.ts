import { silenceLimit } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobServer } from '#domains/jobs';
import { buildFitting } from '../../../../test/builders/devices.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPlace } from '../../../../test/builders/places.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { type Car, watchedCars } from '../../../../test/watched-cars.ts';
import { watchOfTrackers } from '../../../jobs/every-job.ts';
import { learnedInterval, withGap } from './watch-reports.ts';
import { noticeSilence } from './watch-silence.ts';

let it: TestApp;
let cars: ReturnType<typeof watchedCars>;

beforeAll(async () => {
  it = await startApp();
  cars = watchedCars(it);
  await cars.begin();
});
afterAll(() => it.close());

const MINUTE = 60;
const { now } = { now: () => it.clock.now };
const look = () => noticeSilence(it.db, now());

/** Drives for some reports, each `seconds` after the last. */
const drive = async (car: Car, reports: number, seconds: number): Promise<void> => {
  for (let n = 0; n < reports; n += 1) {
    cars.later(seconds);
    await cars.report(car);
  }
};
const close = async (
  ids: readonly string[],
  reason = 'SIM data had run out',
  role: 'SuperUser' | 'Legal' = 'SuperUser',
) => {
  const { headers } = await buildCaller(it, role);
  return it.app.inject({ method: 'PATCH', url: '/api/tracker_watch', headers, payload: { ids, reason } });
};

test('the usual interval is the median of the last gaps, once there are five', () => {
  expect(learnedInterval([10, 10, 10, 10])).toBeNull();
  expect(learnedInterval([10, 900, 12, 10, 11])).toBe(11);
  const gaps = Array.from({ length: 40 }, (_, n) => n).reduce<number[]>((all, n) => withGap(all, n), []);
  expect(gaps).toHaveLength(31);
  expect([gaps[0], gaps.at(-1)]).toEqual([9, 39]);
});

test.each([
  { silentMinutes: 360, isMoving: false, intervalSeconds: 10, limit: 360 },
  { silentMinutes: 360, isMoving: true, intervalSeconds: null, limit: 360 },
  { silentMinutes: 360, isMoving: true, intervalSeconds: 10, limit: 5 },
  { silentMinutes: 360, isMoving: true, intervalSeconds: 300, limit: 15 },
  { silentMinutes: 10, isMoving: true, intervalSeconds: 300, limit: 10 },
])('$limit minutes of silence worry: $silentMinutes, moving $isMoving, each $intervalSeconds s', ({ limit, ...of }) => {
  expect(silenceLimit(of)).toBe(limit);
});

test('a car that falls silent while it drives is on the list once, after three of its intervals', async () => {
  const car = await cars.car();
  await drive(car, 8, 120);
  cars.later(6 * MINUTE);
  await look();
  expect(await cars.entries(car)).toEqual([]);
  cars.later(1);
  await look();
  cars.later(MINUTE);
  await look();
  const entries = await cars.entries(car);
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ kind: 'silent', status: 'open', times: 1, came_back_at: null });
  expect(entries[0].words).toMatch(/^No report: the next was due by .*It usually reports every 2 minutes\.$/);
});

test('a parked car worries after the company’s minutes, or after its own', async () => {
  const [usual, own] = [await cars.car(), await cars.car({ silent_minutes: 30 })];
  for (const car of [usual, own]) await cars.report(car, { kmh: 0 });
  cars.later(30 * MINUTE + 1);
  await look();
  expect([await cars.entries(usual), await cars.entries(own)].map((all) => all.length)).toEqual([0, 1]);
  cars.later(330 * MINUTE);
  await look();
  expect(await cars.entries(usual)).toHaveLength(1);
});

test('a tracker that never reports since it was fitted is noticed too', async () => {
  const car = await cars.car();
  cars.later(360 * MINUTE + 1);
  await look();
  expect((await cars.entries(car))[0].words).toContain('None has come since it was fitted.');
});

test('a report notes that it came back, a person closes it, and another silence counts anew', async () => {
  const car = await cars.car({ silent_minutes: 10 });
  await cars.report(car, { kmh: 0 });
  cars.later(11 * MINUTE);
  await look();
  cars.later(MINUTE);
  const back = now();
  await cars.report(car, { kmh: 0 });
  const [entry] = await cars.entries(car, 'open');
  expect(entry.came_back_at).toBe(back.toISOString());
  expect(entry.words).toContain('Reported again at');
  cars.later(11 * MINUTE);
  await look();
  const [again] = await cars.entries(car, 'open');
  expect(again).toMatchObject({ id: entry.id, times: 2, came_back_at: null });
  expect((await close([entry.id])).json()).toMatchObject({ message: 'The entry is closed.' });
  await look();
  expect(await cars.entries(car, 'open')).toEqual([]);
  await cars.report(car, { kmh: 0 });
  cars.later(11 * MINUTE);
  await look();
  expect(await cars.entries(car, 'open')).toHaveLength(1);
});

test('a late report shows that a tracker lives, and moves no state back', async () => {
  const car = await cars.car({ silent_minutes: 10 });
  await cars.report(car, { kmh: 0 });
  cars.later(11 * MINUTE);
  await look();
  await cars.report(car, { after: -20 * MINUTE, charge: false, battery: 5 });
  const entries = await cars.entries(car);
  expect(entries.map(({ kind }: { kind: string }) => kind)).toEqual(['silent']);
  expect(entries[0].came_back_at).not.toBeNull();
});

test('driving with the power cut is one entry, and after the closing another cut is another', async () => {
  const car = await cars.car();
  await cars.report(car, { kmh: 0, charge: false });
  expect(await cars.entries(car)).toEqual([]);
  for (let n = 0; n < 3; n += 1) {
    cars.later(10);
    await cars.report(car, { charge: false });
  }
  const [entry, ...others] = await cars.entries(car);
  expect([entry.kind, others]).toEqual(['power_cut', []]);
  await close([entry.id], 'Battery disconnected by a mechanic');
  cars.later(10);
  await cars.report(car, { charge: false });
  expect(await cars.entries(car, 'open')).toEqual([]);
  cars.later(10);
  await cars.report(car);
  cars.later(10);
  await cars.report(car, { alarm: 'powerCut' });
  expect(await cars.entries(car, 'open')).toHaveLength(1);
});

test('a low battery is one entry until it was full enough again', async () => {
  const car = await cars.car();
  for (const battery of [21, 20, 19, 25, 18, 30, 20]) {
    cars.later(10);
    await cars.report(car, { kmh: 0, battery });
  }
  const [entry, ...others] = await cars.entries(car);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ kind: 'low_battery', times: 2 });
});

test('power and battery are heard of without a new fix, once, and the tracker lives', async () => {
  const car = await cars.car({ silent_minutes: 10 });
  await cars.report(car);
  cars.later(11 * MINUTE);
  await look();
  const words = { after: -11 * MINUTE, told: 0, charge: false, battery: 12 };
  await cars.report(car, words);
  await cars.report(car, words);
  await cars.report(car, { ...words, told: -5 * MINUTE, charge: true, battery: 80 });
  await cars.report(car, words);
  const entries = await cars.entries(car);
  const kinds = entries.map(({ kind, times }: { kind: string; times: number }) => `${kind} ${times}`);
  expect(kinds.toSorted()).toEqual(['low_battery 1', 'power_cut 1', 'silent 1']);
  expect(entries.find(({ kind }: { kind: string }) => kind === 'silent').came_back_at).not.toBeNull();
});

test('a fitting into another car begins anew', async () => {
  const car = await cars.car();
  await drive(car, 8, 10);
  await it.db
    .updateTable('device_fittings')
    .set({ removed_at: now() })
    .where('device_id', '=', car.device.id)
    .execute();
  const { driver } = await buildDriver(it);
  cars.later(MINUTE);
  await buildFitting(it, { driver_id: driver.id, device_id: car.device.id });
  cars.later(MINUTE);
  await cars.report(car);
  cars.later(30 * MINUTE);
  await look();
  expect(await cars.entries(car)).toEqual([]);
  const states = it.db.selectFrom('watch_states').select(['gaps', 'interval_seconds']);
  expect(await states.where('device_id', '=', car.device.id).execute()).toEqual([{ gaps: [], interval_seconds: null }]);
});

test('two servers that look at once make one entry', async () => {
  const car = await cars.car({ silent_minutes: 10 });
  await cars.report(car, { kmh: 0 });
  cars.later(11 * MINUTE);
  await Promise.all([look(), look(), look()]);
  expect(await cars.entries(car)).toMatchObject([{ times: 1 }]);
});

test('a server that has just started looks at nothing for a minute', async () => {
  const car = await cars.car({ silent_minutes: 10 });
  await cars.report(car, { kmh: 0 });
  cars.later(60 * MINUTE);
  let uptime = 5_000;
  const job = watchOfTrackers({ db: it.db, now, uptime: () => uptime });
  const server = jobServer({ db: it.db, now, recurring: [job], onError: (_, error) => expect(error).toBeUndefined() });
  uptime += 59_000;
  await server.runDue();
  expect(await cars.entries(car)).toEqual([]);
  uptime += 1_000;
  await server.runDue();
  expect(await cars.entries(car)).toHaveLength(1);
});

test('while no tracker reports none is silent, nor in the first minute in which they report again', async () => {
  const fleet: string[] = [];
  for (let n = 0; n < 20; n += 1) fleet.push((await cars.car({ silent_minutes: 10 })).device.id);
  const reportAll = async (some: readonly string[]) => {
    for (const id of some) await buildPlace(it, id);
  };
  const listed = async () =>
    (await it.db.selectFrom('watch_entries').select('id').where('device_id', 'in', fleet).execute()).length;
  await reportAll(fleet);
  cars.later(60 * MINUTE);
  await look();
  expect(await listed()).toBe(0);
  await reportAll(fleet.slice(0, 1));
  cars.later(MINUTE / 2);
  await look();
  expect(await listed()).toBe(0);
  await reportAll(fleet.slice(1, 15));
  cars.later(MINUTE / 2);
  await look();
  expect(await listed()).toBe(5);
});

test('closing takes a word and the permission, several at once, each once', async () => {
  const both = [await cars.car(), await cars.car()];
  for (const car of both) await cars.report(car, { battery: 10 });
  const ids = (await Promise.all(both.map((car) => cars.entries(car)))).map(([{ id }]) => id);
  expect((await close(ids, '')).statusCode).toBe(400);
  expect((await close(ids, 'False alarm', 'Legal')).statusCode).toBe(403);
  expect((await close([...ids, '999999'])).statusCode).toBe(404);
  expect((await close(ids)).json()).toMatchObject({ message: '2 entries are closed.' });
  const again = await close(ids);
  expect([again.statusCode, again.json().message]).toEqual([409, expect.stringContaining('was closed')]);
  const { headers } = await buildCaller(it, 'SuperUser');
  const one = (await it.app.inject({ url: `/api/tracker_watch/${ids[0]}`, headers })).json();
  expect(one).toMatchObject({ status: 'closed', status_reason: 'SIM data had run out' });
  expect(one.history).toMatchObject([{ action: 'tracker_watch.close' }]);
});

test('the dashboard counts what is open, and bundles that end', async () => {
  const { headers } = await buildCaller(it, 'SuperUser');
  const car = await cars.car();
  const dashboard = async () => (await it.app.inject({ url: '/api/dashboard', headers })).json();
  const before = await dashboard();
  await cars.report(car, { battery: 3 });
  const bundle_until = now().toISOString().slice(0, 10);
  await it.db.updateTable('devices').set({ bundle_until }).where('id', '=', car.device.id).execute();
  const after = await dashboard();
  expect(after.watch_entries).toBe(before.watch_entries + 1);
  expect(after.ending_bundles.count).toBe(before.ending_bundles.count + 1);
});
