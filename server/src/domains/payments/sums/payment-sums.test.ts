import { fromPesewas, type PaymentMode, toPesewas } from '@banbo/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { readCsv } from '../../../../test/spreadsheets.ts';

let it: TestApp;
let staff: { headers: Record<string, string> };

const STATES = ['cleared', 'submitted', 'rejected', 'reversed', 'cleared'] as const;
const MODES: readonly PaymentMode[] = ['momo', 'cash', 'momo', 'bank'];

beforeAll(async () => {
  it = await startApp();
  for (let n = 0; n < 20; n += 1) {
    it.clock.now = new Date(Date.UTC(2026, n % 4, 1 + (n % 3) * 10, 12));
    const { driver } = await buildDriver(it);
    const status = STATES[n % 5];
    const ids = [await buildPayment(it, submissionOf(driver, { amount: `${200 + n}.25` }), status)];
    // A subscription is taken while a registration fee stands.
    if (status === 'cleared' || status === 'submitted') {
      ids.push(await buildPayment(it, subscriptionOf(driver, 2026, 'MAY'), status));
    }
    await it.db
      .updateTable('payments')
      .set({ mode: MODES[n % 4] ?? 'momo' })
      .where('id', 'in', ids)
      .execute();
  }
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  staff = await buildCaller(it, 'SuperUser');
});
afterAll(() => it.close());

type Sums = { id: string; count: number; amount_paid: string; waiting_count: number; waiting: string };

const ask = async (path: string) => {
  const response = await it.app.inject({ url: `/api/payments/${path}`, headers: staff.headers });
  const { 'x-total-count': count, 'x-total-amount': amount, 'x-waiting-amount': waiting } = response.headers;
  return { status: response.statusCode, rows: response.json<Sums[]>(), count: Number(count), amount, waiting };
};

/** Sums of payments straight from the table, by `groupOf`; null leaves a row out. */
const summed = async (type: string, groupOf: (row: { day: string; mode: string }) => string | null) => {
  const rows = await it.db
    .selectFrom('payments')
    .select(['amount', 'status', 'mode', 'transaction_date as day'])
    .where('type_code', '=', type)
    .execute();
  const groups = Map.groupBy(rows, groupOf);
  groups.delete(null);
  const sumOf = (some: typeof rows, status: string) => {
    const ofStatus = some.filter((row) => row.status === status);
    return {
      count: ofStatus.length,
      amount: fromPesewas(ofStatus.reduce((sum, row) => sum + toPesewas(row.amount), 0n)),
    };
  };
  return [...groups].map(([id, some]): Sums => {
    const cleared = sumOf(some, 'cleared');
    const waiting = sumOf(some, 'submitted');
    return {
      id: id ?? '',
      count: cleared.count,
      amount_paid: cleared.amount,
      waiting_count: waiting.count,
      waiting: waiting.amount,
    };
  });
};

const total = (rows: readonly Sums[], name: 'amount_paid' | 'waiting') =>
  fromPesewas(rows.reduce((sum, row) => sum + toPesewas(row[name]), 0n));

const sumsOnly = (rows: readonly Sums[]) =>
  rows
    .map(({ id, count, amount_paid, waiting_count, waiting }) => ({ id, count, amount_paid, waiting_count, waiting }))
    .sort((one, other) => one.id.localeCompare(other.id));

/** The groups in which something is cleared or waits. */
const withMoney = (rows: readonly Sums[]) => rows.filter(({ count, waiting_count }) => count + waiting_count > 0);

test('a period has a row for each of its days with payments, cleared money apart from what waits', async () => {
  const { rows, amount, waiting, count } = await ask('by_period?from=2026-01-11&to=2026-03-11');
  const expected = await summed('RF', ({ day }) => (day >= '2026-01-11' && day <= '2026-03-11' ? day : null));
  expect(withMoney(sumsOnly(rows))).toEqual(withMoney(sumsOnly(expected)));
  expect(expected.length).toBeGreaterThan(3);
  expect(count).toBe(rows.length);
  expect([amount, waiting]).toEqual([total(expected, 'amount_paid'), total(expected, 'waiting')]);
});

test('a year has a row for each month, those without payments too', async () => {
  const { rows, amount, waiting } = await ask('by_month?year=2026');
  expect(rows.map(({ id }) => id)).toEqual(
    Array.from({ length: 12 }, (_, n) => `2026-${String(n + 1).padStart(2, '0')}`),
  );
  const expected = await summed('RF', ({ day }) => day.slice(0, 7));
  expect(withMoney(sumsOnly(rows))).toEqual(withMoney(sumsOnly(expected)));
  expect([amount, waiting]).toEqual([total(expected, 'amount_paid'), total(expected, 'waiting')]);
  expect((await ask('by_month?year=2024')).amount).toBe('0.00');
});

test.each([
  ['', () => true],
  ['&from=2026-02-01', (day: string) => day >= '2026-02-01'],
  ['&from=2026-02-01&to=2026-03-01', (day: string) => day >= '2026-02-01' && day <= '2026-03-01'],
])('the modes have a row each, of all days or of those asked for%s', async (query, isAsked) => {
  for (const [kind, type] of [
    ['registration_fees', 'RF'],
    ['subscriptions', 'SS'],
    ['device_payments', 'DP'],
  ] as const) {
    const { rows, amount, waiting } = await ask(`by_mode?kind=${kind}${query}`);
    expect(rows.map(({ id }) => id)).toEqual(['momo', 'cash', 'bank', 'cheque']);
    const expected = await summed(type, ({ day, mode }) => (isAsked(day) ? mode : null));
    expect(withMoney(sumsOnly(rows))).toEqual(withMoney(sumsOnly(expected)));
    expect([amount, waiting]).toEqual([total(expected, 'amount_paid'), total(expected, 'waiting')]);
  }
});

test('sums are right while payments change', async () => {
  const before = await ask('by_month?year=2026&kind=subscriptions');
  const { driver } = await buildDriver(it);
  await buildPayment(it, submissionOf(driver), 'cleared');
  await buildPayment(it, subscriptionOf(driver, 2026, 'JUNE', { amount: '123.45' }), 'cleared');
  const after = await ask('by_month?year=2026&kind=subscriptions');
  expect(toPesewas(String(after.amount)) - toPesewas(String(before.amount))).toBe(12_345n);
});

test('a file has the same sums', async () => {
  const url = '/api/payments/by_month/export?year=2026&format=csv';
  const file = await it.app.inject({ url, headers: staff.headers });
  const [head, ...lines] = readCsv(file.body);
  expect(head).toEqual(['Month', 'Payments', 'Waiting', 'Waiting Amount', 'Amount Paid']);
  expect(lines[0]?.[0]).toBe('January 2026');
  const { rows } = await ask('by_month?year=2026');
  expect(lines.map((line) => line[4])).toEqual(rows.map(({ amount_paid }) => amount_paid));
  expect(file.headers['content-disposition']).toMatch(/filename="registration_fees-2026-/);
});

describe('what cannot be summed up is refused with a sentence', () => {
  test.each([
    ['by_period?to=2026-01-01', 'Please give the first day.'],
    ['by_period?from=2026-01-01', 'Please give the last day.'],
    ['by_period?from=&to=2026-01-01', 'Please give the first day.'],
    ['by_period?from=2026-02-01&to=2026-01-31', 'The last day is before the first one.'],
    ['by_period?from=2026-02-30&to=2026-03-01', 'Give a day that exists, as year-month-day.'],
    ['by_period?from=01/02/2026&to=2026-03-01', 'Give a day that exists, as year-month-day.'],
    ['by_mode?from=2026-02-01&to=2026-01-31', 'The last day is before the first one.'],
    ['by_month', 'Please select a year of the list.'],
    ['by_month?year=2023', 'Please select a year of the list.'],
    ['by_month?year=2044', 'Please select a year of the list.'],
    ['by_month?year=NaN', 'Please select a year of the list.'],
    ['by_mode?kind=ground_rent', 'The kind must be one of: registration_fees, subscriptions, device_payments.'],
  ])('%s', async (path, message) => {
    for (const one of [path, path.replace(/\?|$/, (mark) => `/export${mark}`)]) {
      const response = await it.app.inject({ url: `/api/payments/${one}`, headers: staff.headers });
      expect([response.statusCode, response.json().message]).toEqual([400, message]);
    }
  });
});
