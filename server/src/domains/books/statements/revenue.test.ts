import { fromPesewas, REVENUE_LINKS, type Revenue, toPesewas } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { readCsv, readXlsx } from '../../../../test/spreadsheets.ts';
import { post } from '../../ledger/index.ts';

let it: TestApp;
let headers: Record<string, string>;

const YEAR = { from: '2026-01-01', to: '2026-11-20' };

beforeAll(async () => {
  it = await startApp();
  ({ headers } = await buildCaller(it, 'Accounts'));
  const at = (day: string) => {
    it.clock.now = new Date(`${day}T10:00:00Z`);
  };
  at('2026-09-10');
  const { driver } = await buildDriver(it, { plan: 'monthly' });
  const other = (await buildDriver(it, { plan: 'monthly' })).driver;
  const cash = await buildPayment(it, submissionOf(driver));
  await it.db.updateTable('payments').set({ mode: 'cash' }).where('id', '=', cash).execute();
  await changePayment(it, cash, 'clear');
  await buildPayment(it, subscriptionOf(driver, 2026, 'SEPTEMBER'), 'cleared');
  at('2026-10-10');
  await buildPayment(it, submissionOf(other, { amount: '250.00' }), 'cleared');
  const wrong = await buildPayment(it, subscriptionOf(driver, 2026, 'OCTOBER'), 'cleared');
  at('2026-11-12');
  await changePayment(it, wrong, 'reverse', 'The wrong month.');
  await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER'), 'cleared');
  at('2026-11-20');
  // Land, and the year before.
  const entryOf = (day: string, subjectId: string, pesewas: bigint) => ({
    ...{ day, kind: 'opening' as const, subjectId, description: 'A test' },
    postings: [
      { account: '1020', pesewas },
      { account: '4000-SS', pesewas: -pesewas },
    ],
  });
  await it.db.transaction().execute((tx) =>
    post(tx, [entryOf('2025-10-03', '901', 12_345n), entryOf('2026-10-04', '902', 7_700n)], {
      by: null,
      now: it.clock.now,
    }),
  );
}, 60_000);
afterAll(() => it.close());

const get = (path: string) => it.app.inject({ url: `/api${path}`, headers });
const revenueOf = async ({ from, to }: { from: string; to: string }): Promise<Revenue> =>
  (await get(`/revenue?from=${from}&to=${to}`)).json();

const sum = (amounts: readonly string[]): string =>
  fromPesewas(amounts.reduce((all, amount) => all + toPesewas(amount), 0n));

/** The sum of the rows behind a link of the office. */
const rowsBehind = async (link: string): Promise<string> => {
  const [path = '', query] = link.split('?');
  const account = /^\/ledger_accounts\/(.+)$/.exec(path)?.[1];
  if (account) {
    const rows: { debit: string | null; credit: string | null }[] = (
      await get(`/account_statement?account=${account}&${query}&size=200`)
    ).json();
    return sum(rows.map(({ debit, credit }) => credit ?? `-${debit}`));
  }
  if (path === '/regFees_by_period') {
    const rows: { amount_paid: string }[] = (await get(`/payments/by_period?${query}&size=200`)).json();
    return sum(rows.map(({ amount_paid }) => amount_paid));
  }
  if (path === '/revenue_due') {
    const rows: { drivers: number; price: string; amount: string }[] = (await get(`/revenue/due?${query}`)).json();
    for (const { drivers, price, amount } of rows) expect(toPesewas(price) * BigInt(drivers)).toBe(toPesewas(amount));
    return sum(rows.map(({ amount }) => amount));
  }
  const { kinds }: Revenue = (await get(`/revenue?${query}`)).json();
  return sum(kinds.filter(({ is_heading }) => !is_heading).map(({ amount }) => amount));
};

test('every figure of revenue opens rows that add up to it', async () => {
  const revenue = await revenueOf(YEAR);
  const { before } = revenue;
  const figures: [string, string][] = [
    [REVENUE_LINKS.days(YEAR), revenue.all.amount],
    [REVENUE_LINKS.days(before), revenue.all.before],
    [REVENUE_LINKS.received(YEAR), revenue.received.amount],
    [REVENUE_LINKS.due(YEAR), revenue.all.due ?? ''],
    ...revenue.kinds
      .filter(({ is_heading }) => !is_heading)
      .flatMap(({ code, amount, before: last, due }): [string, string][] => [
        [REVENUE_LINKS.kind(code, YEAR), amount],
        [REVENUE_LINKS.kind(code, before), last],
        [REVENUE_LINKS.dueOf(code, YEAR), due ?? '0.00'],
      ]),
    ...revenue.months.flatMap(({ from, to, before_days, amount, before: last, due }): [string, string][] => [
      [REVENUE_LINKS.days({ from, to }), amount],
      [REVENUE_LINKS.days(before_days), last],
      [REVENUE_LINKS.due({ from, to }), due ?? '0.00'],
    ]),
    ...revenue.modes.flatMap(({ mode, amount, before: last }): [string, string][] => [
      [REVENUE_LINKS.mode(mode, YEAR), amount],
      [REVENUE_LINKS.mode(mode, before), last],
    ]),
  ];
  expect(figures.length).toBeGreaterThan(30);
  for (const [link, amount] of figures) expect([link, await rowsBehind(link)]).toEqual([link, amount]);
});

test('kinds, months and modes are the same money in three ways, beside last year', async () => {
  const { all, kinds, months, modes, received } = await revenueOf(YEAR);
  const byCode = new Map(kinds.map((kind) => [kind.code, kind]));
  // Two registrations, of which 50.00 became credit; two subscriptions that stand, and 77.00.
  expect(byCode.get('4000-RF')).toMatchObject({ amount: '400.00', before: '0.00', change: null, due: '400.00' });
  expect(byCode.get('4000-SS')).toMatchObject({ amount: '677.00', before: '123.45', change: '+448%' });
  expect(byCode.get('4000')).toMatchObject({ amount: all.amount, is_heading: true });
  expect(sum(months.map(({ amount }) => amount))).toBe(all.amount);
  expect(sum(months.map(({ before }) => before))).toBe(all.before);
  expect(sum(months.map(({ due }) => due ?? '0.00'))).toBe(all.due);
  expect(months.map(({ amount }) => amount).slice(8)).toEqual(['500.00', '577.00', '0.00']);
  expect(Object.fromEntries(modes.map(({ mode, amount }) => [mode, amount]))).toMatchObject({
    cash: '200.00',
    momo: '850.00',
  });
  expect(received.amount).toBe('1050.00');
});

test('what was due is the fees of current drivers at their prices, paid or not', async () => {
  const due = (await get('/revenue/due?from=2026-09-01&to=2026-12-31')).json();
  expect(due).toMatchObject([
    { month: '2026-09', type_code: 'DP', drivers: 2 },
    { month: '2026-09', type_code: 'RF', drivers: 2, price: '200.00', amount: '400.00' },
    { month: '2026-09', type_code: 'SS', drivers: 2, price: '300.00', amount: '600.00' },
    { month: '2026-10', type_code: 'SS', drivers: 2 },
    { month: '2026-11', type_code: 'SS', drivers: 2 },
  ]);
});

test('a file has the figures of the page', async () => {
  const revenue = await revenueOf(YEAR);
  const query = `from=${YEAR.from}&to=${YEAR.to}`;
  const rows = readCsv((await get(`/revenue/file?${query}&format=csv`)).body);
  expect(rows[0]?.slice(2, 4)).toEqual(['2026-01-01 to 2026-11-20', '2025-01-01 to 2025-11-20']);
  const whole = rows.find(([, name]) => name === 'Revenue, in all');
  expect(whole?.slice(2)).toEqual([revenue.all.amount, revenue.all.before, '772', revenue.all.due]);
  const sheet = readXlsx((await get(`/revenue/file?${query}&format=xlsx`)).rawPayload);
  expect(sheet).toHaveLength(rows.length);
  expect(sheet.find(([, name]) => name === 'October 2026')?.[2]).toBe(577);
});

test('too many months are refused', async () => {
  const answer = await get('/revenue?from=2000-01-01&to=2026-01-01');
  expect([answer.statusCode, answer.json().message]).toEqual([422, 'Please choose at most 36 months.']);
});
