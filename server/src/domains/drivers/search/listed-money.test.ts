import { driverList, fromPesewas, type ListedDriver, toPesewas } from '@banbo/contract';
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
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  headers = (await buildCaller(it, 'SuperAdmin')).headers;
});
afterAll(() => it.close());

const ask = (query: string, by = headers) => it.app.inject({ url: `/api/drivers${query}`, headers: by });
const list = async (query = ''): Promise<ListedDriver[]> => {
  const answer = await ask(query);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const found = async (query: string) => (await list(query)).map(({ driver_code }) => driver_code);

/** A driver registered in September on the monthly plan, whose registration and device are paid. */
const settled = async (first_name: string, last_name: string, car_number: string) => {
  const { now } = it.clock;
  it.clock.now = new Date('2026-09-10T10:00:00Z');
  const { driver } = await buildDriver(it, { plan: 'monthly', first_name, last_name, car_number });
  await buildPayment(it, submissionOf(driver), 'cleared');
  await buildPayment(it, submissionOf(driver, { payment_type: 'DP', amount: '1500.00' }), 'cleared');
  await buildPayment(it, subscriptionOf(driver, 2026, 'SEPTEMBER'), 'cleared');
  it.clock.now = now;
  return driver;
};

test('each driver shows plan, cover, debt and last payment, and the filters ask for them', async () => {
  const owing = await settled('Esi', 'Owusu', 'GR 11-20');
  const covered = await settled('Ama', 'Mensah', 'GR 33-20');
  for (const month of ['OCTOBER', 'NOVEMBER'] as const) {
    await buildPayment(it, subscriptionOf(covered, 2026, month), 'cleared');
  }
  const { driver: unpaid } = await buildDriver(it, { first_name: 'Kofi', last_name: 'Agbeko', car_number: 'GR 22-20' });
  const rows = new Map((await list()).map((row) => [row.id, row]));
  expect(rows.get(owing.id)).toMatchObject({
    plan: 'monthly',
    is_fee_due: false,
    money: { owed: '600.00', covered_until: '2026-09-30', last_payment: { amount: '300.00' } },
  });
  expect(rows.get(covered.id)).toMatchObject({ money: { owed: '0.00', covered_until: '2026-11-30' } });
  expect(rows.get(unpaid.id)).toMatchObject({ is_fee_due: true, money: { covered_until: null, last_payment: null } });

  expect(await found('?owes=yes')).toEqual([unpaid.driver_code, owing.driver_code]);
  expect(await found('?owes=no')).toEqual([covered.driver_code]);
  expect(await found('?covered=yes')).toEqual([covered.driver_code]);
  expect(await found('?covered=no&fee=paid')).toEqual([owing.driver_code]);
  expect(await found('?sort=fullname')).toEqual([covered, owing, unpaid].map(({ driver_code }) => driver_code));
  expect(await found('?sort=-car_number')).toEqual([covered, unpaid, owing].map(({ driver_code }) => driver_code));
  expect(await found('?sort=fullname&size=1&page=2')).toEqual([owing.driver_code]);
});

test('the sum of what is owed is that of the whole filter, not of a page', async () => {
  const sum = async (query = '') => (await it.app.inject({ url: `/api/drivers/sum${query}`, headers })).json();
  const owed = async (query: string) => {
    const rows = (await list(`?size=200${query}`)).map(({ money }) => toPesewas(money?.owed ?? '0.00'));
    return {
      debtors: rows.filter((one) => one !== 0n).length,
      owed: fromPesewas(rows.reduce((all, one) => all + one, 0n)),
    };
  };
  expect(await sum()).toEqual(await owed(''));
  expect((await sum()).debtors).toBeGreaterThan(1);
  for (const filter of ['owes=yes', 'covered=no&fee=paid', 'fee=unpaid', 'q=owusu', 'plan=monthly']) {
    expect(await sum(`?${filter}`), filter).toEqual(await owed(`&${filter}`));
  }
  expect(await sum('?owes=no')).toEqual({ debtors: 0, owed: '0.00' });
  expect(await sum('?removed=true')).toEqual({ debtors: 0, owed: '0.00' });
});

test('one box finds code, car, phone in any form, names in either order, and an ID number', async () => {
  const { driver } = await buildDriver(it, {
    first_name: 'Yaw',
    last_name: 'Boateng',
    car_number: 'AS 778-21',
    mobile_number: '055 777 8888',
    id_number: 'GHA-777888999-1',
  });
  const texts = [driver.driver_code, 'as778', 'AS 778-21', '0557778888', '+233 55 777 8888', 'yaw boat', 'boateng yaw'];
  for (const text of [...texts, 'GHA-777888999-1', '7778889991']) {
    expect([text, await found(`?q=${encodeURIComponent(text)}`)]).toEqual([text, [driver.driver_code]]);
  }
  expect(await found('?q=nobody')).toEqual([]);
  expect(await found('?q=yaw&owes=no')).toEqual([]);
  const removed_at = it.clock.now;
  await it.db.updateTable('drivers').set({ removed_at }).where('id', '=', driver.id).execute();
  for (const text of ['as778', '0557778888', 'boateng yaw']) {
    expect([text, await found(`?removed=true&q=${encodeURIComponent(text)}`)]).toEqual([text, [driver.driver_code]]);
  }
  expect(await found('?removed=merged&q=yaw')).toEqual([]);
});

test('a file has all that the reader may see, and a page none of the personal data', async () => {
  const [head, ...lines] = readCsv((await ask('/export?sort=fullname')).body);
  const at = (name: string) => head?.indexOf(name) ?? -1;
  expect(head?.slice(0, 8)).toEqual(driverList.columns.slice(0, 8).map(({ header }) => header));
  const line = lines.find((one) => one[at('Car')] === 'GR 11-20');
  expect(['E-mail', 'ID Number', 'Next of Kin'].map((name) => line?.[at(name)])).not.toContain('');
  expect(['Owes', 'Covered Until', 'Last Amount', 'State'].map((name) => line?.[at(name)])).toEqual([
    '600.00',
    '2026-09-30',
    '300.00',
    'Owes',
  ]);
  expect((await list()).map(({ on_file }) => on_file)).toContain(null);
});

test('those who may not see payments see no money, and cannot filter by it', async () => {
  const grant = { role: 'Legal', permission: 'drivers.read', is_granted: true } as const;
  await it.db.insertInto('role_permissions').values(grant).execute();
  const { headers: by } = await buildCaller(it, 'Legal');
  const answer = await ask('', by);
  expect(answer.json().map(({ money }: ListedDriver) => money)).not.toContain(expect.anything());
  for (const query of ['?owes=yes', '?covered=no', '/sum']) expect((await ask(query, by)).statusCode).toBe(403);
});

test('of thousands who owe, the pages of each filter are those whose money says so', async () => {
  const rows = rowsNamed('KOFI', 'MANY', 'GHANAIAN', "timestamptz '2026-11-01' - id % 90 * interval '1 day'");
  await sql.raw(storingDrivers(rows, makingAccounts(920_000, 1100))).execute(it.db);
  const all = async (query: string): Promise<ListedDriver[]> => {
    const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => list(`?size=200&page=${page}${query}`)));
    return pages.flat();
  };
  const everybody = (await Promise.all([1, 2, 3, 4, 5, 6].map((page) => list(`?size=200&page=${page}`)))).flat();
  const owes = ({ money }: ListedDriver) => money?.owed !== '0.00';
  const codesOf = (drivers: readonly ListedDriver[]) => drivers.map(({ driver_code }) => driver_code);
  expect(codesOf(await all('&owes=yes'))).toEqual(codesOf(everybody.filter(owes)).slice(0, 1000));
  expect(codesOf(await all('&owes=no'))).toEqual(codesOf(everybody.filter((driver) => !owes(driver))));
  const many = codesOf(await all('&q=many&owes=yes'));
  expect(new Set(many).size).toBe(1000);
});
