import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildDevice } from '../../../../test/builders/devices.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { daysThere, dropDay, makeDays } from './days.repo.ts';
import { forgetPlaces, lacksDayAhead, makeDaysAhead, thinPlaces } from './keep-days.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());
beforeEach(async () => {
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  for (const day of await daysThere(it.db)) await dropDay(it.db, day);
});

const store = (deviceId: string, from: string, count: number) =>
  sql`INSERT INTO positions (device_id, fix_at, received_at, latitude, longitude, speed_kmh, alarm)
    SELECT ${deviceId}::bigint, at, at, 5.5 + n * 0.001, -0.2, 40, CASE WHEN n = 7 THEN 'sos' END
    FROM generate_series(0, ${count - 1}::integer) AS n, LATERAL (SELECT ${from}::timestamptz + n * interval '10 s' AS at) AS a`.execute(
    it.db,
  );
const countOf = async (deviceId: string): Promise<number> =>
  (await it.db.selectFrom('positions').select('fix_at').where('device_id', '=', deviceId).execute()).length;

test('the days ahead are made once, also by two servers at once', async () => {
  expect(await lacksDayAhead(it.db, it.clock.now)).toBe(true);
  await Promise.all([1, 2, 3].map(() => makeDaysAhead(it.db, it.clock.now)));
  const days = await daysThere(it.db);
  expect([days[0], days.at(-1), days.length]).toEqual(['2026-11-19', '2026-11-27', 9]);
  expect(await lacksDayAhead(it.db, it.clock.now)).toBe(false);
});

test('a partition holds exactly its day in Ghana', async () => {
  const { id } = await buildDevice(it);
  await makeDays(it.db, ['2026-11-20']);
  await store(id, '2026-11-20T00:00:00Z', 1);
  await store(id, '2026-11-20T23:59:59.999Z', 1);
  await expect(store(id, '2026-11-21T00:00:00Z', 1)).rejects.toThrow(/no partition/);
});

test('days older than the company keeps are dropped whole, and no other', async () => {
  const { id } = await buildDevice(it);
  await makeDays(it.db, ['2026-08-21', '2026-08-22', '2026-11-20']);
  await store(id, '2026-08-21T12:00:00Z', 5);
  await store(id, '2026-08-22T12:00:00Z', 5);
  await forgetPlaces(it.db, it.clock.now);
  expect(await daysThere(it.db)).toEqual(['2026-08-22', '2026-11-20']);
  expect(await countOf(id)).toBe(5);
});

test('dropping a day waits for no long call, and is done at another time', async () => {
  await makeDays(it.db, ['2026-08-01']);
  const tx = await it.db.startTransaction().execute();
  await sql`SELECT FROM positions`.execute(tx);
  await forgetPlaces(it.db, it.clock.now);
  await tx.rollback().execute();
  await forgetPlaces(it.db, it.clock.now);
  expect(await daysThere(it.db)).toEqual([]);
});

test('older days are thinned once, late reports of them stay, and the last days are whole', async () => {
  const [one, another] = [await buildDevice(it), await buildDevice(it)];
  await makeDays(it.db, ['2026-11-12', '2026-11-13']);
  await store(one.id, '2026-11-12T08:00:00Z', 100);
  await store(another.id, '2026-11-12T08:00:00Z', 100);
  await store(one.id, '2026-11-13T08:00:00Z', 100);
  // Fixes that were held apart go too.
  await store(another.id, '2026-11-12T12:00:00Z', 5);
  await sql`UPDATE positions SET is_unsure = true WHERE fix_at >= '2026-11-12T12:00:00Z' AND device_id = ${another.id}`.execute(
    it.db,
  );
  await thinPlaces(it.db, it.clock.now);
  // One in three, and the alarm after which the thirty seconds begin anew.
  expect(await countOf(one.id)).toBe(35 + 100);
  expect(await countOf(another.id)).toBe(35);
  await store(another.id, '2026-11-12T09:00:00Z', 10);
  await thinPlaces(it.db, it.clock.now);
  expect(await countOf(another.id)).toBe(45);
  const days = await sql`SELECT day::text AS day, kept, removed FROM thinned_days`.execute(it.db);
  expect(days.rows).toEqual([{ day: '2026-11-12', kept: '70', removed: '135' }]);
});

/** Holds a day as a long read does, while something else runs. */
const whileHeld = async (day: string, run: () => Promise<void>): Promise<void> => {
  const holding = await it.db.startTransaction().execute();
  await sql`SELECT FROM ${sql.table(`positions_${day.replaceAll('-', '_')}`)} LIMIT 1`.execute(holding);
  await run();
  await holding.rollback().execute();
};

test('a day that somebody reads is dropped by the next run, and the others at once', async () => {
  await makeDays(it.db, ['2026-08-20', '2026-08-21', '2026-11-20']);
  await whileHeld('2026-08-20', () => forgetPlaces(it.db, it.clock.now));
  expect(await daysThere(it.db)).toEqual(['2026-08-20', '2026-11-20']);
  await forgetPlaces(it.db, it.clock.now);
  expect(await daysThere(it.db)).toEqual(['2026-11-20']);
});

test('a thinned day that somebody reads gives its space back by the next run', async () => {
  const { id } = await buildDevice(it);
  await makeDays(it.db, ['2026-11-10']);
  await store(id, '2026-11-10T08:00:00Z', 400);
  const fileOf = async () => {
    const { rows } = await sql<{ file: string }>`
      SELECT pg_relation_filenode('positions_2026_11_10')::text AS file`.execute(it.db);
    return rows[0]?.file;
  };
  const before = await fileOf();
  await whileHeld('2026-11-10', () => thinPlaces(it.db, it.clock.now));
  expect(await fileOf()).toBe(before);
  await thinPlaces(it.db, it.clock.now);
  expect(await fileOf()).not.toBe(before);
  const { rows } = await sql<{ limit: string }>`SELECT current_setting('statement_timeout') AS limit`.execute(it.db);
  expect(rows).toEqual([{ limit: '15s' }]);
});
