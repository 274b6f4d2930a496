import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobServer } from '#domains/jobs';
import { buildCaller, buildMember } from '../../../test/builders/identity.ts';
import { overhear } from '../../../test/database/overhear.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';
import { priceWatch } from '../../jobs/every-job.ts';
import { missingPrices } from './price-of.ts';

const DRIVERS_FEES = ['REGISTRATION FEE', 'MONTHLY SUBSCRIPTION', 'DEVICE PAYMENT'];

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const missingOn = async (day: string) => {
  it.clock.now = new Date(`${day}T10:00:00Z`);
  const { headers } = await buildCaller(it, 'SuperUser');
  return (await it.app.inject({ url: '/api/missing_prices', headers })).json().missing;
};

test('the next year’s prices are missed from October on, and this year’s always', async () => {
  expect(await missingOn('2026-12-31')).toEqual([]);
  expect(await missingOn('2027-09-30')).toEqual([]);
  expect(await missingOn('2027-10-01')).toEqual([{ year: 2028, descriptions: DRIVERS_FEES }]);
  expect(await missingOn('2028-01-01')).toEqual([{ year: 2028, descriptions: DRIVERS_FEES }]);
});

test('a year with some of its prices lacks the others', async () => {
  await it.db
    .insertInto('payment_list')
    .values({ year: 2028, type_code: 'RF', plan: null, amount: '210.00' })
    .execute();
  expect(await missingOn('2027-11-01')).toEqual([{ year: 2028, descriptions: DRIVERS_FEES.slice(1) }]);
  await it.db.deleteFrom('payment_list').where('year', '=', 2028).execute();
});

test('a past year that members owe is named until its subscription has a price on each plan', async () => {
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  await buildMember(it);
  const listed = (['monthly', 'platinum'] as const).map((plan) => ({
    year: 2026,
    type_code: 'SS',
    plan,
    amount: '300.00',
  }));
  await it.db.deleteFrom('payment_list').where('year', '=', 2026).execute();
  expect(await missingOn('2027-02-01')).toEqual([{ year: 2026, descriptions: ['MONTHLY SUBSCRIPTION'] }]);
  await it.db.insertInto('payment_list').values(listed).execute();
  expect(await missingOn('2027-02-01')).toEqual([{ year: 2026, descriptions: ['MONTHLY SUBSCRIPTION (Standard)'] }]);
  const standard = { year: 2026, type_code: 'SS', plan: 'standard', amount: '800.00' } as const;
  await it.db.insertInto('payment_list').values(standard).execute();
  expect(await missingOn('2027-02-01')).toEqual([]);
});

test('the years are asked for together, however many members owe, from that on in which a fee began to be due', async () => {
  await it.db.deleteFrom('payment_list').where('year', '<', 2026).execute();
  let statements = 0;
  const db = overhear(it.db, () => {
    statements += 1;
  });
  const missing = await missingPrices(db, new Date('2027-11-20T10:00:00Z'), 2022);
  const subscription = ['MONTHLY SUBSCRIPTION'];
  expect(missing).toEqual([
    { year: 2024, descriptions: subscription },
    { year: 2025, descriptions: subscription },
    { year: 2028, descriptions: DRIVERS_FEES },
  ]);
  expect(statements).toBe(1);
});

test('only staff who may read payments are told', async () => {
  expect((await it.app.inject('/api/missing_prices')).statusCode).toBe(401);
  for (const role of ['Operations', 'Legal', 'Member'] as const) {
    const { headers } = await buildCaller(it, role);
    expect((await it.app.inject({ url: '/api/missing_prices', headers })).statusCode).toBe(403);
  }
});

test('the log is warned once a day, whatever is started again in between', async () => {
  const warnings: string[] = [];
  const now = () => it.clock.now;
  const startedAgain = () => {
    const watch = priceWatch({ db: it.db, now, warn: (message) => warnings.push(message) });
    return jobServer({ db: it.db, now, recurring: [watch], onError: (_, error) => Promise.reject(error) });
  };
  for (const hour of ['2027-10-05T08:00:00Z', '2027-10-05T09:00:00Z', '2027-10-06T08:00:00Z']) {
    it.clock.now = new Date(hour);
    await startedAgain().runDue();
  }
  const OF_LAND =
    'No price of land is set for 2028, though 2027 has one: ' +
    'SALES & REGULARIZATION, GROUND RENT, CUSTOMARY DRINK, DIGGING FEE, FORMS, SITE PLAN.';
  const warning = `No price is set for 2028: ${DRIVERS_FEES.join(', ')}. Until one is, what the list prices is not due for it.`;
  expect(warnings.filter((one) => !one.includes('of land'))).toEqual([warning, warning]);
  expect(warnings.filter((one) => one.includes('of land'))).toEqual([OF_LAND, OF_LAND]);
});
