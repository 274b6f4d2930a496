import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDevice, buildFitting } from '../../../../test/builders/devices.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { makeDays } from '../positions/days.repo.ts';

let it: TestApp;
let staff: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  staff = (await buildCaller(it, 'SuperAdmin')).headers;
  await makeDays(it.db, ['2026-11-18', '2026-11-19', '2026-11-20']);
});
afterAll(() => it.close());

const STEP = 0.001;

/** Stores a place every ten seconds, each a step further north. */
const drive = async (deviceId: string, from: string, count: number, speed_kmh = 40): Promise<void> => {
  const start = new Date(from).getTime();
  const rows = Array.from({ length: count }, (_, n) => ({
    device_id: deviceId,
    fix_at: new Date(start + n * 10_000),
    received_at: new Date(start + n * 10_000),
    latitude: 5.5 + n * STEP,
    longitude: -0.2,
    speed_kmh,
  }));
  await it.db.insertInto('positions').values(rows).execute();
};

const trailOf = async (driverId: string, day: string) =>
  (await it.app.inject({ url: `/api/trackers/${driverId}/trail?day=${day}`, headers: staff })).json();

test('of a day with more reports than are read it says where it ends', async () => {
  const { driver } = await buildDriver(it);
  const { id } = await buildDevice(it);
  await buildFitting(it, { device_id: id, driver_id: driver.id, fitted_at: new Date('2026-11-18T00:00:00Z') });
  const store = (from: number, until: number) =>
    sql`INSERT INTO positions (device_id, fix_at, received_at, latitude, longitude, speed_kmh)
      SELECT ${id}::bigint, at, at, 5.5, -0.2, 0 FROM generate_series(${from}::integer, ${until}::integer) AS n,
        LATERAL (SELECT '2026-11-18T00:00:00Z'::timestamptz + n * interval '0.25 s' AS at) AS a`.execute(it.db);
  await store(1, 199_999);
  expect(await trailOf(driver.id, '2026-11-18')).toMatchObject({ cut_at: null });
  await store(200_000, 200_005);
  expect(await trailOf(driver.id, '2026-11-18')).toMatchObject({ cut_at: '2026-11-18T13:53:20.000Z' });
});

test('a trail has the reports of every tracker of the car, while it was in the car', async () => {
  const { driver } = await buildDriver(it);
  const [one, another] = [await buildDevice(it), await buildDevice(it)];
  const noon = new Date('2026-11-19T12:00:00Z');
  const moment = (text: string) => new Date(`2026-11-19T${text}Z`);
  await buildFitting(it, { device_id: one.id, driver_id: driver.id, fitted_at: moment('08:00:00'), removed_at: noon });
  await buildFitting(it, { device_id: another.id, driver_id: driver.id, fitted_at: moment('12:30:00') });
  await drive(one.id, '2026-11-19T07:59:30Z', 6);
  await drive(one.id, '2026-11-19T12:00:00Z', 3);
  await drive(another.id, '2026-11-19T12:29:50Z', 4);
  const { places, ...facts } = await trailOf(driver.id, '2026-11-19');
  expect(places.map(({ at }: { at: string }) => at.slice(11, 19))).toEqual([
    ...['08:00:00', '08:00:10', '08:00:20', '12:30:00', '12:30:10', '12:30:20'],
  ]);
  expect(facts).toMatchObject({ day: '2026-11-19', top_speed_kmh: 40, stops: [] });
  expect((await trailOf(driver.id, '2026-11-18')).places).toEqual([]);
});

test('a long day has as many places as can be drawn, and the sums of all', async () => {
  const { driver } = await buildDriver(it);
  const { id } = await buildDevice(it);
  await buildFitting(it, { device_id: id, driver_id: driver.id, fitted_at: new Date('2026-11-01T00:00:00Z') });
  for (let hour = 0; hour < 10; hour += 1) await drive(id, `2026-11-18T0${hour}:00:00Z`, 360);
  await drive(id, '2026-11-18T10:00:00Z', 2_400, 0);
  const trail = await trailOf(driver.id, '2026-11-18');
  expect(trail.places.length).toBeGreaterThan(2_000);
  expect(trail.places.length).toBeLessThanOrEqual(5_000);
  expect(trail.distance_m).toBeGreaterThan(350_000);
  expect(trail.places.at(-1).at).toBe('2026-11-18T16:39:50.000Z');
});

test('there is no trail of a driver who is not there', async () => {
  expect(await trailOf('987654321', '2026-11-18')).toMatchObject({ status: false, code: 'not_found' });
});
