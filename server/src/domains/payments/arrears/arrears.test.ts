import type { Arrears } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  headers = (await buildCaller(it, 'SuperUser')).headers;
});
afterAll(() => it.close());

/** A driver registered on a day, whose registration and device are paid. */
const registeredOn = async (day: string, plan: 'monthly' | 'standard' = 'monthly') => {
  const { now } = it.clock;
  it.clock.now = new Date(`${day}T10:00:00Z`);
  const { driver } = await buildDriver(it, { plan });
  await buildPayment(it, submissionOf(driver), 'cleared');
  await buildPayment(it, submissionOf(driver, { payment_type: 'DP', amount: '1500.00' }), 'cleared');
  it.clock.now = now;
  return driver;
};

const list = async (query = '') => {
  const answer = await it.app.inject({ url: `/api/arrears${query}`, headers });
  expect(answer.statusCode).toBe(200);
  const { 'x-total-count': count, 'x-total-amount': amount, 'x-waiting-amount': waiting } = answer.headers;
  return { rows: answer.json() as Arrears[], totals: [Number(count), amount, waiting] };
};

test('nobody owes anything while nobody is registered', async () => {
  expect(await list()).toEqual({ rows: [], totals: [0, '0.00', '0.00'] });
});

test('drivers who owe come by age, the oldest month first, with the sums of the whole filter', async () => {
  const old = await registeredOn('2026-07-10', 'standard');
  const recent = await registeredOn('2026-11-02');
  const two = await registeredOn('2026-09-10');
  const paid = await registeredOn('2026-11-03');
  const { driver: fees } = await buildDriver(it, { plan: 'monthly' });
  const gone = await registeredOn('2026-05-01');
  await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '=', gone.id).execute();
  await buildPayment(it, subscriptionOf(paid, 2026, 'NOVEMBER'), 'cleared');
  await buildPayment(it, submissionOf(fees), 'cleared');
  await buildPayment(it, subscriptionOf(fees, 2026, 'NOVEMBER'), 'cleared');
  await buildPayment(it, subscriptionOf(two, 2026, 'OCTOBER', { amount: '350.00' }), 'cleared');
  await buildPayment(it, subscriptionOf(two, 2026, 'NOVEMBER', { amount: '10.00' }));
  await buildPayment(it, subscriptionOf(old, 2026, 'JULY', { amount: '800.00' }), 'cleared');
  const { rows, totals } = await list();
  const shown = rows.map(({ id, age, months, oldest_month, months_amount, other_amount, total, waiting, credit }) => {
    return [id, age, months, oldest_month, months_amount, other_amount, total, waiting, credit];
  });
  expect(shown).toEqual([
    [old.id, 'three', 4, '2026-08', '3200.00', '0.00', '3200.00', '0.00', '0.00'],
    [two.id, 'two', 2, '2026-09', '600.00', '0.00', '550.00', '10.00', '50.00'],
    [recent.id, 'current', 1, '2026-11', '300.00', '0.00', '300.00', '0.00', '0.00'],
    [fees.id, 'fees', 0, null, '0.00', '1500.00', '1500.00', '0.00', '0.00'],
  ]);
  expect(totals).toEqual([4, '5550.00', '10.00']);
  expect((await list('?size=1&page=2')).rows.map(({ id }) => id)).toEqual([two.id]);
  expect((await list('?size=1&page=2')).totals).toEqual(totals);
  expect((await list('?sort=-total')).rows.map(({ id }) => id)).toEqual([old.id, fees.id, two.id, recent.id]);
  expect((await list('?age=two')).totals).toEqual([1, '550.00', '10.00']);
  expect((await list('?age=one')).rows).toEqual([]);
  for (const search of [`driver_code=${two.driver_code}`, `mobile_number=${encodeURIComponent(two.mobile_number)}`]) {
    expect((await list(`?${search}`)).rows.map(({ id }) => id)).toEqual([two.id]);
    expect((await list(`?${search}&age=three`)).totals).toEqual([0, '0.00', '0.00']);
  }
  const ages = await it.app.inject({ url: '/api/arrears/ages', headers });
  expect(ages.json()).toEqual({
    all: { count: 4, amount: '5550.00' },
    ages: [
      { age: 'current', count: 1, amount: '300.00', remindable: 1 },
      { age: 'one', count: 0, amount: '0.00', remindable: 0 },
      // A claim waits.
      { age: 'two', count: 1, amount: '550.00', remindable: 0 },
      { age: 'three', count: 1, amount: '3200.00', remindable: 1 },
      { age: 'fees', count: 1, amount: '1500.00', remindable: 0 },
    ],
    month: { first: '2026-11-01', expected: '2000.00', collected: '600.00', owing: 3 },
    year: { first: '2026-01-01', expected: '5800.00', collected: '1700.00', owing: 3 },
    next: { first: '2026-12-01', expected: '2000.00', collected: '0.00' },
    active: { count: 2, before: 0, before_day: '2026-10-20' },
  });
  expect((await list('?since=2026-11-01')).rows.map(({ id }) => id)).toEqual([old.id, two.id, recent.id]);
  expect((await list('?since=2026-12-01')).rows).toEqual([]);
  expect((await list(`?driver_code=${gone.driver_code}`)).rows).toEqual([]);
  expect((await list('?car_number=%25')).rows).toEqual([]);
});

test('a file has all that fit', async () => {
  const answer = await it.app.inject({ url: '/api/arrears/export?format=csv&sort=-total', headers });
  const lines = answer.body.trim().split('\r\n');
  expect(lines).toHaveLength(1 + (await list()).rows.length);
  expect(lines[0]).toContain('Oldest Month');
  expect(lines[1]).toContain('2026-08-01');
});

test('credit lowers a debt, and a driver whose credit covers all of it is not in the list', async () => {
  const driver = await registeredOn('2026-11-02');
  const row = async () => (await list(`?driver_code=${driver.driver_code}`)).rows[0];
  await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER', { amount: '120.00' }), 'cleared');
  expect(await row()).toMatchObject({ months_amount: '300.00', credit: '120.00', total: '180.00' });
  await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER', { amount: '180.00' }), 'cleared');
  expect(await row()).toBeUndefined();
});

test('a member is active in a month by the day on which it was paid, and next month counts as paid ahead', async () => {
  const figures = async () => (await it.app.inject({ url: '/api/arrears/ages', headers })).json();
  const driver = await registeredOn('2026-10-05');
  const before = await figures();
  const pays = async (day: string, month: 'OCTOBER' | 'NOVEMBER' | 'DECEMBER') => {
    const { now } = it.clock;
    it.clock.now = new Date(`${day}T10:00:00Z`);
    await buildPayment(it, subscriptionOf(driver, 2026, month), 'cleared');
    it.clock.now = now;
  };
  await pays('2026-10-20', 'OCTOBER');
  expect((await figures()).active).toEqual({ ...before.active, before: before.active.before + 1 });
  await pays('2026-11-20', 'NOVEMBER');
  await pays('2026-11-20', 'DECEMBER');
  const { active, month, next } = await figures();
  expect(active.count).toBe(before.active.count + 1);
  expect([month.owing, month.expected]).toEqual([before.month.owing - 1, before.month.expected]);
  expect(next).toEqual({ ...before.next, collected: '300.00' });
});

test('a debt ends the moment that money is cleared, and is there again once that is reversed', async () => {
  const driver = await registeredOn('2026-11-02');
  const owes = async () => (await list(`?driver_code=${driver.driver_code}`)).rows[0]?.total;
  const claim = await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER'));
  expect(await owes()).toBe('300.00');
  await changePayment(it, claim, 'clear');
  expect(await owes()).toBeUndefined();
  await changePayment(it, claim, 'reverse', 'A slip');
  expect(await owes()).toBe('300.00');
});

test('only staff who may see payments see who owes', async () => {
  for (const role of ['Operations', 'Legal', 'SystemUser', 'Member', 'Tenant'] as const) {
    const by = (await buildCaller(it, role)).headers;
    for (const url of ['/api/arrears', '/api/arrears/export']) {
      expect((await it.app.inject({ url, headers: by })).json()).toMatchObject({ code: 'not_permitted' });
    }
  }
});
