import {
  fromPesewas,
  type PaymentMode,
  type PaymentStatus,
  type PaymentSubmission,
  today,
  toPesewas,
} from '@banbo/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkTotals } from '#db/totals/check-totals.ts';
import { foldTotals } from '#db/totals/fold-totals.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { readCsv } from '../../../../test/spreadsheets.ts';

let it: TestApp;
let staff: { headers: Record<string, string> };

const STATES = ['cleared', 'submitted', 'rejected', 'reversed', 'cleared'] as const;
const MODES: readonly PaymentMode[] = ['momo', 'cash', 'momo', 'bank'];

/** A change as it was made, from which the sums must follow. */
type Happened = {
  what: 'cleared' | 'reversed' | 'waiting';
  type: string;
  day: string;
  mode: PaymentMode;
  amount: string;
};
const happened: Happened[] = [];

const atNoon = (year: number, month: number, day: number): void => {
  it.clock.now = new Date(Date.UTC(year, month - 1, day, 12));
};

/** Submits a payment, and clears, rejects or reverses it, the latter a month and more later. */
const pay = async (submission: PaymentSubmission, mode: PaymentMode, status: PaymentStatus): Promise<string> => {
  const [type, { amount }] = [submission.payment_type, submission];
  const note = (what: Happened['what']) => happened.push({ what, type, day: today(it.clock.now), mode, amount });
  const id = await buildPayment(it, submission, status === 'rejected' ? status : 'submitted');
  await it.db.updateTable('payments').set({ mode }).where('id', '=', id).execute();
  if (status === 'submitted') note('waiting');
  if (status === 'cleared' || status === 'reversed') {
    await changePayment(it, id, 'clear');
    note('cleared');
  }
  if (status === 'reversed') {
    it.clock.now = new Date(it.clock.now.getTime() + 40 * 86_400_000);
    await changePayment(it, id, 'reverse', 'The transfer bounced.');
    note('reversed');
  }
  return id;
};

beforeAll(async () => {
  it = await startApp();
  for (let n = 0; n < 20; n += 1) {
    atNoon(2026, 1 + (n % 4), 1 + (n % 3) * 10);
    const { driver } = await buildDriver(it);
    const status = STATES[n % 5] ?? 'cleared';
    const mode = MODES[n % 4] ?? 'momo';
    await pay(submissionOf(driver, { amount: `${200 + n}.25` }), mode, status);
    // A subscription is taken while a registration fee stands.
    if (status === 'cleared' || status === 'submitted') {
      await pay(subscriptionOf(driver, 2026, 'MAY'), mode, status);
    }
  }
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  staff = await buildCaller(it, 'SuperUser');
});
afterAll(() => it.close());

type Sums = {
  id: string;
  count: number;
  reversed_count: number;
  reversed: string;
  amount_paid: string;
  waiting_count: number;
  waiting: string;
};

const ask = async (path: string) => {
  const response = await it.app.inject({ url: `/api/payments/${path}`, headers: staff.headers });
  const { 'x-total-count': count, 'x-total-amount': amount, 'x-waiting-amount': waiting } = response.headers;
  return { status: response.statusCode, rows: response.json<Sums[]>(), count: Number(count), amount, waiting };
};

/** The sums of what happened, by `groupOf`; null leaves a row out. */
const summed = (type: string, groupOf: (row: Happened) => string | null): Sums[] => {
  const groups = Map.groupBy(
    happened.filter((row) => row.type === type),
    groupOf,
  );
  groups.delete(null);
  return [...groups].map(([id, rows]): Sums => {
    const of = (what: Happened['what']) => rows.filter((row) => row.what === what);
    const sumOf = (what: Happened['what']) => of(what).reduce((sum, row) => sum + toPesewas(row.amount), 0n);
    return {
      id: id ?? '',
      count: of('cleared').length,
      reversed_count: of('reversed').length,
      reversed: fromPesewas(sumOf('reversed')),
      amount_paid: fromPesewas(sumOf('cleared') - sumOf('reversed')),
      waiting_count: of('waiting').length,
      waiting: fromPesewas(sumOf('waiting')),
    };
  });
};

const total = (rows: readonly Sums[], name: 'amount_paid' | 'waiting') =>
  fromPesewas(rows.reduce((sum, row) => sum + toPesewas(row[name]), 0n));

const added = (amount: string, pesewas: bigint): string => fromPesewas(toPesewas(amount) + pesewas);

const sumsOnly = (rows: readonly Sums[]) =>
  rows
    .map(({ id, count, reversed_count, reversed, amount_paid, waiting_count, waiting }) => {
      return { id, count, reversed_count, reversed, amount_paid, waiting_count, waiting };
    })
    .sort((one, other) => one.id.localeCompare(other.id));

/** The groups in which something was cleared or reversed, or waits. */
const withMoney = (rows: readonly Sums[]) =>
  rows.filter(({ count, reversed_count, waiting_count }) => count + reversed_count + waiting_count > 0);

test('a period has a row for each of its days with payments, cleared money apart from what waits', async () => {
  const { rows, amount, waiting, count } = await ask('by_period?from=2026-01-11&to=2026-03-11');
  const expected = summed('RF', ({ day }) => (day >= '2026-01-11' && day <= '2026-03-11' ? day : null));
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
  const expected = summed('RF', ({ day }) => day.slice(0, 7));
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
    const expected = summed(type, ({ day, mode }) => (isAsked(day) ? mode : null));
    expect(withMoney(sumsOnly(rows))).toEqual(withMoney(sumsOnly(expected)));
    expect([amount, waiting]).toEqual([total(expected, 'amount_paid'), total(expected, 'waiting')]);
  }
});

test('a past month’s report is the same after a later reversal, which stands in its own month', async () => {
  const before = (await ask('by_month?year=2026&kind=subscriptions')).rows;
  const { driver } = await buildDriver(it);
  atNoon(2026, 10, 20);
  await buildPayment(it, submissionOf(driver), 'cleared');
  const month = await buildPayment(it, subscriptionOf(driver, 2026, 'OCTOBER', { amount: '400.00' }), 'cleared');
  const reportOf = async (path: string, id: string) => (await ask(path)).rows.find((row) => row.id === id);
  const october = await reportOf('by_month?year=2026&kind=subscriptions', '2026-10');
  const days = await ask('by_period?kind=subscriptions&from=2026-10-01&to=2026-10-31');
  const modes = await ask('by_mode?kind=subscriptions&from=2026-10-01&to=2026-10-31');
  expect(october).toMatchObject({ count: 1, reversed_count: 0, amount_paid: '400.00' });
  atNoon(2026, 11, 15);
  await changePayment(it, month, 'reverse', 'The transfer bounced.');
  await foldTotals(it.db);
  expect(await reportOf('by_month?year=2026&kind=subscriptions', '2026-10')).toEqual(october);
  expect(await ask('by_period?kind=subscriptions&from=2026-10-01&to=2026-10-31')).toEqual(days);
  expect(await ask('by_mode?kind=subscriptions&from=2026-10-01&to=2026-10-31')).toEqual(modes);
  expect(await reportOf('by_month?year=2026&kind=subscriptions', '2026-11')).toMatchObject({
    count: 0,
    reversed_count: 1,
    reversed: '400.00',
    amount_paid: '-400.00',
  });
  expect(await reportOf('by_month?year=2026&kind=subscriptions', '2026-09')).toEqual(
    before.find(({ id }) => id === '2026-09'),
  );
});

test('money of a closed month that is cleared late counts on the day of its clearing', async () => {
  const sumsOf = async (month: string) =>
    (await ask('by_month?year=2026')).rows.find(({ id }) => id === month)?.amount_paid ?? '';
  const [july, august] = [await sumsOf('2026-07'), await sumsOf('2026-08')];
  const clearedOn = async (month: number, day: number) => {
    atNoon(2026, 7, 30);
    const { driver: payer } = await buildDriver(it);
    const claim = await buildPayment(it, submissionOf(payer, { amount: '111.00' }));
    atNoon(2026, month, day);
    await changePayment(it, claim, 'clear');
  };
  await clearedOn(8, 7);
  expect([await sumsOf('2026-07'), await sumsOf('2026-08')]).toEqual([added(july, 11_100n), august]);
  await clearedOn(8, 8);
  expect([await sumsOf('2026-07'), await sumsOf('2026-08')]).toEqual([added(july, 11_100n), added(august, 11_100n)]);
  expect(await checkTotals(it.db)).toEqual([]);
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
  expect(head).toEqual([
    'Month',
    'Payments',
    'Reversed',
    'Reversed Amount',
    'Waiting',
    'Waiting Amount',
    'Amount Paid',
  ]);
  expect(lines[0]?.[0]).toBe('January 2026');
  const { rows } = await ask('by_month?year=2026');
  expect(lines.map((line) => line[6])).toEqual(rows.map(({ amount_paid }) => amount_paid));
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
    ['by_mode?kind=ground_rent', 'The kind must be one of: registration_fees, subscriptions, device_payments, all.'],
  ])('%s', async (path, message) => {
    for (const one of [path, path.replace(/\?|$/, (mark) => `/export${mark}`)]) {
      const response = await it.app.inject({ url: `/api/payments/${one}`, headers: staff.headers });
      expect([response.statusCode, response.json().message]).toEqual([400, message]);
    }
  });
});
