import { type ListedDriver, MAX_SEARCH_MATCHES } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { makingAccounts, rowsNamed, storingDrivers } from '../../../../test/builders/many-drivers.ts';
import { photoJpeg } from '../../../../test/builders/photos.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { readTotals } from '../../../../test/totals.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  headers = (await buildCaller(it, 'SuperAdmin')).headers;
});
afterAll(() => it.close());

const list = async (query = '') => {
  const response = await it.app.inject({ url: `/api/drivers${query}`, headers });
  expect(response.statusCode).toBe(200);
  const rows: ListedDriver[] = response.json();
  return { rows, count: Number(response.headers['x-total-count']) };
};

const codes = (rows: readonly { driver_code: string }[]) => rows.map((row) => row.driver_code);

test('an empty list is one empty page', async () => {
  expect(await list()).toEqual({ rows: [], count: 0 });
});

test('drivers come the newest first, with their totals, and a removed one does not', async () => {
  it.clock.now = new Date('2026-10-31T12:00:00Z');
  const october = await buildDriver(it);
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  const removed = await buildDriver(it);
  const photographed = await buildDriver(it, { file: await photoJpeg() });
  const last = await buildDriver(it);
  await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '=', removed.driver.id).execute();
  const { rows, count } = await list();
  expect(count).toBe(3);
  expect(codes(rows)).toEqual(codes([last.driver, photographed.driver, october.driver]));
  expect(rows[1]).toEqual({
    id: photographed.driver.id,
    driver_code: photographed.driver.driver_code,
    first_name: photographed.driver.first_name,
    middle_name: '',
    last_name: photographed.driver.last_name,
    car_number: photographed.driver.car_number,
    mobile_number: photographed.driver.mobile_number,
    photo: `/drivers/${photographed.driver.id}/photo`,
    registered_at: '2026-11-20T10:00:00.000Z',
    removed_at: null,
    email: photographed.driver.email,
    gps_address: photographed.driver.gps_address,
    plan: 'monthly',
    is_fee_due: true,
    is_merged: false,
    money: { owed: '2000.00', covered_until: null, last_payment: null },
    on_file: null,
  });
  expect(rows[0]?.photo).toBeNull();
  const second = await list('?page=2&size=2');
  expect(codes(second.rows)).toEqual(codes([october.driver]));
  expect((await list('?page=9')).rows).toEqual([]);
});

test('a search takes the beginning of a code, mobile or car number in any usual spelling', async () => {
  const { driver } = await buildDriver(it, { car_number: 'ZZ 8123-24', mobile_number: '055 812 3456' });
  const six = driver.driver_code.slice(3, 9);
  for (const query of [
    'car_number=zz8',
    'car_number=ZZ%208123-24',
    'mobile_number=055%208',
    'mobile_number=558123',
    'mobile_number=%2B23355812',
    'mobile_number=233558123456',
    `driver_code=${driver.driver_code.toLowerCase()}`,
    `driver_code=${six}`,
    `driver_code=drv${six}&car_number=zz&mobile_number=0558`,
  ]) {
    const { rows, count } = await list(`?${query}`);
    expect([query, codes(rows), count]).toEqual([query, [driver.driver_code], 1]);
  }
});

test('a search that nothing matches, or that has no letter or digit, finds nobody', async () => {
  for (const query of ['car_number=ZZ99', 'car_number=%25', 'car_number=--', 'mobile_number=abc', 'driver_code=_']) {
    expect(await list(`?${query}`)).toEqual({ rows: [], count: 0 });
  }
});

test('removed drivers are listed alone, the last removed first, and found by code, mobile and car number', async () => {
  const before = (await list('?removed=true')).count;
  const car = { car_number: 'ZY 7001-24', mobile_number: '055 700 1000' };
  const removals: { day: string; driver: { id: string; driver_code: string } }[] = [];
  // A removed driver's plate is free again, so two drivers have it.
  for (const day of ['2027-01-02', '2027-01-03']) {
    const { driver } = await buildDriver(it, car);
    const removed_at = new Date(`${day}T10:00:00Z`);
    await it.db.updateTable('drivers').set({ removed_at }).where('id', '=', driver.id).execute();
    removals.push({ day, driver });
  }
  const { driver: current } = await buildDriver(it, car);
  const [first, last] = codes(removals.map(({ driver }) => driver));
  const { rows, count } = await list('?removed=true&size=10');
  expect([codes(rows).slice(0, 2), count]).toEqual([[last, first], before + 2]);
  expect(rows[0]?.removed_at).toBe('2027-01-03T10:00:00.000Z');
  expect(codes((await list('?removed=true&size=1&page=2')).rows)).toEqual([first]);
  expect((await list('?removed=true&size=1&page=99')).rows).toEqual([]);
  for (const search of ['car_number=zy7001', 'mobile_number=0557001000', 'car_number=zy&mobile_number=05570']) {
    expect([search, codes((await list(`?removed=true&${search}`)).rows)]).toEqual([search, [first, last]]);
    expect([search, codes((await list(`?${search}`)).rows)]).toEqual([search, [current.driver_code]]);
  }
  expect(codes((await list(`?removed=true&driver_code=${last}`)).rows)).toEqual([last]);
  expect((await list(`?removed=true&driver_code=${current.driver_code}`)).rows).toEqual([]);
  expect((await it.app.inject({ url: '/api/drivers?removed=yes', headers })).statusCode).toBe(400);
});

test('a field left empty does not search', async () => {
  const all = await list();
  expect((await list('?car_number=&driver_code=%20')).count).toBe(all.count);
});

test('totals and pages hold for thousands of drivers over months', async () => {
  // More rows than a search counts, made in one statement: copies of one row with keys of their
  // own.
  const rows = rowsNamed('KOFI', 'MANY', 'GHANAIAN', "timestamptz '2024-01-01' + id % 700 * interval '1 day'");
  await sql.raw(storingDrivers(rows, makingAccounts(900_000, 1500))).execute(it.db);
  const expected = await it.db
    .selectFrom('drivers')
    .select('driver_code')
    .where('removed_at', 'is', null)
    .orderBy('registered_on', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const { count } = await list();
  expect(count).toBe(expected.length);
  for (const page of [1, 5, 21, 60, Math.ceil(count / 20)]) {
    const { rows } = await list(`?page=${page}`);
    expect(codes(rows)).toEqual(codes(expected.slice((page - 1) * 20, page * 20)));
  }
  const searched = await list('?car_number=x&size=200&page=5');
  expect(searched.count).toBe(MAX_SEARCH_MATCHES);
  expect(searched.rows).toHaveLength(200);
  expect((await list('?car_number=x&size=200&page=6')).rows).toEqual([]);
});

test('the totals are those of the rows after every kind of change', async () => {
  const { driver } = await buildDriver(it);
  const { driver: deleted } = await buildDriver(it);
  await it.db.deleteFrom('drivers').where('id', '=', deleted.id).execute();
  await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '<', driver.id).execute();
  const { kept, summed } = await readTotals(it.db);
  expect(kept).toHaveLength(6);
  expect(kept).toEqual(summed);
});

test('filters by plan, by whether the registration is paid and by days, alone and together', async () => {
  const day = (at: string) => {
    it.clock.now = new Date(`${at}T10:00:00Z`);
  };
  day('2025-03-01');
  const old = (await buildDriver(it, { plan: 'platinum' })).driver;
  day('2025-03-02');
  const paid = (await buildDriver(it, { plan: 'platinum' })).driver;
  await it.db.updateTable('drivers').set({ unpaid_since: null, is_fee_due: false }).where('id', '=', paid.id).execute();
  day('2025-03-03');
  const moved = (await buildDriver(it, { plan: 'platinum' })).driver;
  await it.db
    .insertInto('driver_plans')
    .values({ driver_id: moved.id, plan: 'monthly', from_month: '2025-04-01' })
    .execute();
  const march = 'from=2025-03-01&to=2025-03-31';
  const found = async (query: string) => codes((await list(`?${query}`)).rows);
  expect(await found(march)).toEqual(codes([moved, paid, old]));
  expect(await found('from=2025-03-02&to=2025-03-02')).toEqual(codes([paid]));
  expect(await found(`${march}&plan=platinum`)).toEqual(codes([paid, old]));
  expect(await found(`${march}&plan=monthly`)).toEqual(codes([moved]));
  expect(await found(`${march}&fee=paid`)).toEqual(codes([paid]));
  expect(await found(`${march}&fee=unpaid&sort=registered_at`)).toEqual(codes([old, moved]));
  expect(await found(`${march}&fee=unpaid&plan=platinum&driver_code=${old.driver_code}`)).toEqual(codes([old]));
});

test('days of removed drivers are those of their removal, and nothing else is asked of them', async () => {
  const { driver } = await buildDriver(it);
  const removed = { removed_at: new Date('2025-05-05T12:00:00Z') };
  await it.db.updateTable('drivers').set(removed).where('id', '=', driver.id).execute();
  expect(codes((await list('?removed=true&from=2025-05-05&to=2025-05-05')).rows)).toEqual([driver.driver_code]);
  expect((await list('?removed=true&from=2025-05-06&to=2025-05-31')).rows).toEqual([]);
  const refused = await it.app.inject({ url: '/api/drivers?removed=true&fee=paid', headers });
  expect([refused.statusCode, refused.json().issues[0].message]).toEqual([
    400,
    'Plan, registration fee, cover and debts are those of current drivers.',
  ]);
});
