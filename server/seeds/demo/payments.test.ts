import { MONTH_CODES } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBooks } from '../../test/book-checks.ts';
import { buildDriver } from '../../test/builders/drivers.ts';
import { buildCaller } from '../../test/builders/identity.ts';
import { startApp, type TestApp } from '../../test/harness.ts';
import { seedDemoPayments } from './payments.ts';
import { type DemoPayer, planPayments } from './plan-payments.ts';

let it: TestApp;

beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

test('the demo has 600 payments in all states, none of them before its driver or after now', async () => {
  const drivers: (DemoPayer & { id: string })[] = [];
  for (let n = 0; n < 60; n += 1) {
    it.clock.now = new Date(Date.UTC(2026, 0, 5 + n * 5, 9));
    drivers.push((await buildDriver(it)).driver);
  }
  const now = new Date('2026-11-20T10:00:00Z');
  const made = await it.db.transaction().execute((tx) => seedDemoPayments(tx, { drivers, now }));
  expect(Object.values(made).reduce((sum, count) => sum + count, 0)).toBe(600);
  for (const count of Object.values(made)) expect(count).toBeGreaterThan(5);
  expect(made.cleared).toBeGreaterThan(300);
  const stored = await it.db
    .selectFrom('payments')
    .innerJoin('drivers', 'drivers.id', 'payments.driver_id')
    .select(['created_at', 'registered_at', 'type_code'])
    .orderBy('payments.id')
    .execute();
  expect(stored).toHaveLength(600);
  expect(stored.filter(({ created_at, registered_at }) => created_at < registered_at || created_at > now)).toEqual([]);
  expect([...new Set(stored.map(({ type_code }) => type_code))].sort()).toEqual(['DP', 'RF', 'SS']);
  const transfers = await it.db.selectFrom('transfers').select(['status']).execute();
  expect(transfers.filter(({ status }) => status === 'matched')).toHaveLength(made.cleared);
  expect(transfers.filter(({ status }) => status === 'open').length).toBeGreaterThan(5);
  expect((await checkBooks(it)).differences).toEqual([]);
  const [first] = drivers;
  if (!first) throw new Error('There are no drivers.');
  it.clock.now = now;
  const { headers } = await buildCaller(it, 'SuperUser');
  const standing = await it.app.inject({ url: `/api/drivers/${first.id}/standing`, headers });
  const { due, credit, owed } = standing.json();
  expect(due.map((fee: { payment_month: string }) => fee.payment_month)).toEqual(['OCTOBER', 'NOVEMBER']);
  expect({ credit, owed }).toEqual({ credit: '0.00', owed: '1600.00' });
  const times = stored.map(({ created_at }) => created_at.getTime());
  expect(times).toEqual([...times].sort((a, b) => a - b));
});

test('few drivers who registered yesterday pay in advance, each month once', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  const registered_at = new Date('2026-11-20T09:59:00Z');
  const drivers = ['DRV0000011', 'DRV0000022'].map((driver_code) => ({
    driver_code,
    car_number: driver_code,
    registered_at,
    plans: [],
  }));
  const plan = planPayments(drivers, now, 40);
  const places = plan
    .filter(({ status }) => status !== 'rejected')
    .map(({ driver, fee }) => JSON.stringify([driver.driver_code, fee]));
  expect(plan).toHaveLength(40);
  expect(new Set(places).size).toBe(places.length);
  expect(plan.every(({ at }) => at > registered_at && at <= now)).toBe(true);
});

test('on any day of a leap year the first driver has paid all but this month and the last one', () => {
  for (let day = 0; day < 366; day += 1) {
    const now = new Date(Date.UTC(2028, 0, 1 + day, day % 24));
    const registered_at = new Date(now.getTime() - 271 * 86_400_000);
    const drivers = ['DRV0000011', 'DRV0000022'].map((driver_code) => ({
      ...{ driver_code, car_number: driver_code },
      ...{ registered_at, plans: [] },
    }));
    const first = planPayments(drivers, now, 40).filter(({ driver }) => driver === drivers[0]);
    const months = first.map(({ fee: { payment_year, payment_month } }) => `${payment_month} ${payment_year}`);
    const expected = Array.from(
      { length: 12 },
      (_, n) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 2 - n, 1)),
    )
      .filter((month) => month >= new Date(Date.UTC(registered_at.getUTCFullYear(), registered_at.getUTCMonth(), 1)))
      .map((month) => `${MONTH_CODES[month.getUTCMonth()]} ${month.getUTCFullYear()}`);
    expect(months.sort(), now.toISOString()).toEqual(
      ['undefined undefined', 'undefined undefined', ...expected].sort(),
    );
    expect(first.every(({ status, at }) => status === 'cleared' && at > registered_at && at < now)).toBe(true);
  }
});
