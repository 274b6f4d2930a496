import { fromPesewas, MAX_SEARCHED_DRIVERS, type PaymentRecord, toPesewas } from '@banbo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { makingAccounts, rowsNamed, storingDrivers } from '../../../../test/builders/many-drivers.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { readCsv } from '../../../../test/spreadsheets.ts';

let it: TestApp;
let staff: { headers: Record<string, string> };
const codes: Record<string, string> = {};
const mobiles: Record<string, string> = {};

const PERSONS = [
  ['Ɛsi', 'Owusu-Ansah', '2026-01-05'],
  ['Kwame', 'Owusu', '2026-02-10'],
  ['KWAMENA', 'Ｋuffour', '2026-02-11'],
  ['Yaw', 'Mensah', '2026-03-20'],
  ['Removed', 'Owusu', '2026-03-21'],
] as const;

beforeAll(async () => {
  it = await startApp();
  for (const [first_name, last_name, day] of PERSONS) {
    it.clock.now = new Date(`${day}T12:00:00Z`);
    const { driver } = await buildDriver(it, { first_name, last_name });
    codes[`${first_name} ${last_name}`] = driver.driver_code;
    mobiles[`${first_name} ${last_name}`] = driver.mobile_number;
    await buildPayment(it, submissionOf(driver, { amount: '200.00' }), 'cleared');
    await buildPayment(it, subscriptionOf(driver, 2026, 'MAY', { amount: '310.50' }), 'submitted');
    await buildPayment(it, subscriptionOf(driver, 2026, 'JUNE'), 'rejected', 'Not found.');
    if (first_name === 'Yaw') await it.db.updateTable('payments').set({ mode: 'cash' }).execute();
    if (first_name === 'Removed') {
      await it.db.updateTable('drivers').set({ removed_at: it.clock.now }).where('id', '=', driver.id).execute();
    }
  }
  // All but the last two drivers' payments are of MoMo again.
  await sql`UPDATE payments SET mode = 'momo' WHERE transaction_date < '2026-03-20'`.execute(it.db);
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  staff = await buildCaller(it, 'SuperUser');
});
afterAll(() => it.close());

const list = async (query: string) => {
  const response = await it.app.inject({ url: `/api/payments?${query}`, headers: staff.headers });
  expect(response.statusCode, response.body).toBe(200);
  const rows = response.json<PaymentRecord[]>();
  return {
    rows,
    names: [...new Set(rows.map(({ drivers }) => drivers.first_name))].sort(),
    count: Number(response.headers['x-total-count']),
    amount: String(response.headers['x-total-amount']),
    waiting: String(response.headers['x-waiting-amount']),
    isCut: String(response.headers['x-total-cut']),
  };
};

const encoded = (query: Record<string, string>) => new URLSearchParams(query).toString();

test('an only name is found as first or as last name, and printed alone', async () => {
  const { driver } = await buildDriver(it, { first_name: '-', last_name: 'Zormelo' });
  await buildPayment(it, submissionOf(driver, { amount: '200.00' }), 'cleared');
  for (const query of [{ last_name: 'zorm' }, { first_name: 'zorm' }])
    expect((await list(encoded({ ...query, from: '2026-01-01' }))).names).toEqual(['ZORMELO']);
  expect((await list(encoded({ last_name: 'zorm', first_name: 'zorm' }))).names).toEqual([]);
  const file = await it.app.inject({ url: '/api/payments/export?last_name=zorm&format=csv', headers: staff.headers });
  expect(JSON.stringify(readCsv(file.body))).toContain('"ZORMELO"');
});

test.each([
  [{ last_name: 'owusu' }, ['KWAME', 'REMOVED', 'ƐSI']],
  [{ last_name: 'OWUSU-' }, ['ƐSI']],
  [{ first_name: 'kwame' }, ['KWAME', 'KWAMENA']],
  [{ first_name: ' kwame ', last_name: 'Ow' }, ['KWAME']],
  // Registered with a letter of full width.
  [{ last_name: 'kuf' }, ['KWAMENA']],
  [{ first_name: 'ɛs' }, ['ƐSI']],
  [{ last_name: 'wusu' }, []],
  [{ last_name: '%' }, []],
  [{ last_name: "' OR 1=1" }, []],
  [{ driver_code: '--' }, []],
] as const)('%j finds the payments of drivers whose names begin so', async (query, names) => {
  const found = await list(encoded(query));
  expect(found.names).toEqual(names);
  expect(found.count).toBe(names.length * 2);
  expect(found.isCut).toBe('false');
});

test('a driver code and a mobile number find payments in any usual spelling', async () => {
  const code = codes['Kwame Owusu'] ?? '';
  const mobile = mobiles['Kwame Owusu'] ?? '';
  for (const query of [
    { driver_code: code },
    { driver_code: code.toLowerCase() },
    { driver_code: code.slice(0, -1) },
    { mobile_number: mobile },
    { mobile_number: `0${mobile.slice(4)}` },
    { mobile_number: mobile, driver_code: code, first_name: 'Kwame', last_name: 'Owusu' },
  ]) {
    expect((await list(encoded(query))).names, JSON.stringify(query)).toEqual(['KWAME']);
  }
  expect((await list(encoded({ driver_code: code, first_name: 'Yaw' }))).rows).toEqual([]);
  expect((await list(encoded({ mobile_number: mobiles['Removed Owusu'] ?? '' }))).names).toEqual(['REMOVED']);
});

test('a search has totals over all its rows, cleared money apart from what waits', async () => {
  const { count, amount, waiting } = await list('last_name=owusu&size=1');
  expect({ count, amount, waiting }).toEqual({ count: 6, amount: '600.00', waiting: '931.50' });
  expect(await list('last_name=owusu&page=7&size=1')).toMatchObject({ rows: [], count: 6, amount: '600.00' });
  expect(await list('last_name=owusu&status=rejected')).toMatchObject({ count: 3, waiting: '0.00' });
  expect(await list('last_name=owusu&status=all')).toMatchObject({ count: 9, amount: '600.00', waiting: '931.50' });
  expect(await list('last_name=owusu&payment_type=RF')).toMatchObject({ count: 3, amount: '600.00', waiting: '0.00' });
  expect(await list('last_name=owusu&mode=momo&to=2026-02-01')).toMatchObject({ count: 2, amount: '200.00' });
});

test('pages of a search hold it whole and without overlap, from either end', async () => {
  for (const sort of ['transaction_date', '-transaction_date']) {
    const ids: string[] = [];
    for (let page = 1; page <= 5; page += 1) {
      ids.push(...(await list(`last_name=owusu&status=all&sort=${sort}&size=2&page=${page}`)).rows.map(({ id }) => id));
    }
    const whole = (await list(`last_name=owusu&status=all&sort=${sort}`)).rows;
    expect(ids).toEqual(whole.map(({ id }) => id));
    const days = whole.map(({ transaction_date }) => transaction_date);
    expect(days).toEqual(sort === 'transaction_date' ? [...days].sort() : [...days].sort().reverse());
  }
});

test('a file of a search holds what its pages hold', async () => {
  const url = '/api/payments/export?last_name=owusu&status=all&format=csv';
  const [, ...lines] = readCsv((await it.app.inject({ url, headers: staff.headers })).body);
  const { rows } = await list('last_name=owusu&status=all');
  expect(lines.map((line) => line[9])).toEqual(rows.map(({ transaction_id }) => transaction_id));
});

type Asked = { status?: string; mode?: string; from?: string; to?: string; payment_type?: string };

const expected = async ({ status, mode, from, to, payment_type }: Asked) => {
  const rows = await it.db
    .selectFrom('payments')
    .select(['id', 'amount', 'status', 'mode', 'type_code', 'transaction_date as day'])
    .orderBy('transaction_date', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const states = status === 'all' ? null : status ? [status] : ['submitted', 'cleared'];
  const left = rows.filter(
    (row) =>
      (!states || states.includes(row.status)) &&
      (!mode || row.mode === mode) &&
      (!payment_type || row.type_code === payment_type) &&
      (!from || row.day >= from) &&
      (!to || row.day <= to),
  );
  const sumOf = (wanted: string) =>
    fromPesewas(left.reduce((sum, row) => (row.status === wanted ? sum + toPesewas(row.amount) : sum), 0n));
  return {
    ids: left.map(({ id }) => id),
    amount: sumOf(status && status !== 'all' ? status : 'cleared'),
    waiting: sumOf('submitted'),
  };
};

const ASKED: readonly Asked[] = [
  { status: 'all' },
  { status: 'all', payment_type: 'SS' },
  { mode: 'cash' },
  { mode: 'momo', status: 'all' },
  { mode: 'cheque' },
  { mode: 'cash', status: 'rejected', payment_type: 'SS' },
  { from: '2026-02-10' },
  { to: '2026-02-10' },
  { from: '2026-02-10', to: '2026-03-20' },
  { from: '2026-02-11', to: '2026-02-11', status: 'all' },
  { from: '2026-02-10', mode: 'momo', payment_type: 'SS' },
  { from: '2027-01-01' },
];

test.each(ASKED)('pages and totals of %j are those of the table', async (asked) => {
  const whole = await expected(asked);
  for (const size of [2, 3]) {
    for (const sort of ['-transaction_date', 'transaction_date']) {
      const ids: string[] = [];
      for (let page = 1; page <= Math.max(1, Math.ceil(whole.ids.length / size)); page += 1) {
        const some = await list(encoded({ ...asked, sort, page: String(page), size: String(size) }));
        expect(some).toMatchObject({ count: whole.ids.length, amount: whole.amount, waiting: whole.waiting });
        ids.push(...some.rows.map(({ id }) => id));
      }
      expect(ids).toEqual(sort === 'transaction_date' ? whole.ids.toReversed() : whole.ids);
    }
  }
});

test('days in the wrong order, and those that are none, are refused', async () => {
  for (const [query, message] of [
    ['from=2026-02-02&to=2026-02-01', 'The last day is before the first one.'],
    ['from=2026-02-31', 'Give a day that exists, as year-month-day.'],
    ['mode=barter', 'The mode must be one of: momo, cash, bank, cheque.'],
  ]) {
    const response = await it.app.inject({ url: `/api/payments?${query}`, headers: staff.headers });
    expect([response.statusCode, response.json().message]).toEqual([400, message]);
  }
});

test('a row says whose day its date is, how it was paid and whether it is credit', async () => {
  const [row] = (await list('last_name=mensah&payment_type=RF')).rows;
  expect(row).toMatchObject({ date_of: 'claim', mode: 'cash', is_credit: false, transaction_date: '2026-03-20' });
});

test('a search that matches too many drivers lists those of the first ones and says that it is cut', async () => {
  const rows = rowsNamed('Zed', 'Many', 'GHANAIAN', "timestamptz '2024-01-01'");
  await sql.raw(storingDrivers(rows, makingAccounts(900_000, MAX_SEARCHED_DRIVERS + 1))).execute(it.db);
  await sql`
    INSERT INTO payments (driver_id, type_code, period, amount, transaction_id, transaction_date, created_at)
    SELECT id, 'RF', 'once', 10, 'MANY' || id, '2026-04-01', now() FROM drivers WHERE last_name = 'Many'`.execute(
    it.db,
  );
  const cut = await list('last_name=many');
  expect(cut).toMatchObject({ count: MAX_SEARCHED_DRIVERS, waiting: `${MAX_SEARCHED_DRIVERS * 10}.00`, isCut: 'true' });
  const narrower = await list('last_name=many&driver_code=DRV900001');
  expect(narrower).toMatchObject({ count: 1, isCut: 'false' });
  const url = '/api/payments/export?last_name=many&format=csv';
  const [, ...lines] = readCsv((await it.app.inject({ url, headers: staff.headers })).body);
  expect(lines).toHaveLength(MAX_SEARCHED_DRIVERS + 1);
});
