import { feesOn, PLAN_SLUGS, type PlanFrom, planIn, priceIn } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller, buildMember, signIn } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { callDriver } from '../../../../test/drivers.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
  // None is what the product starts with, so that a price from anywhere but the list shows.
  for (const [plan, amount] of [
    ['monthly', '310.00'],
    ['standard', '815.00'],
    ['platinum', '1225.00'],
  ] as const) {
    await it.db.updateTable('payment_list').set({ amount }).where('year', '=', 2026).where('plan', '=', plan).execute();
  }
});
afterAll(() => it.close());

type Member = Awaited<ReturnType<typeof buildMember>>;

/** The month's price for the driver in every place that has one. */
const pricesOf = async (driver: Member, month: 'NOVEMBER' | 'DECEMBER') => {
  const { car_number, driver_code } = driver;
  const list = (await it.app.inject('/api/payment_list?year=2026')).json();
  const url = '/api/drivers/find_driver_by_car_number';
  const found = (await it.app.inject({ method: 'POST', url, payload: { car_number } })).json().driver;
  const plan = planIn(found.plans as PlanFrom[], month === 'NOVEMBER' ? '2026-11' : '2026-12');
  const id = await buildPayment(it, subscriptionOf(driver, 2026, month));
  const claim = await it.db.selectFrom('payments').select('amount_due').where('id', '=', id).executeTakeFirstOrThrow();
  const headers = await signIn(it, 'member_login', { car_number, driver_code });
  const { due } = (await it.app.inject({ url: '/api/member/standing', headers })).json();
  const owed = due.find(({ payment_month }: { payment_month: string }) => payment_month === month);
  return {
    'the site, the wizard and the confirmation': feesOn(list, plan).subscription,
    'the payment form': priceIn(list, 'SS', plan),
    'the claim': claim.amount_due,
    'the member’s page': owed.amount,
  };
};

const everywhere = (price: string) => ({
  'the site, the wizard and the confirmation': price,
  'the payment form': price,
  'the claim': price,
  'the member’s page': price,
});

test.each([
  ['monthly', '310.00'],
  ['standard', '815.00'],
  ['platinum', '1225.00'],
] as const)('a month on the plan %s costs %s everywhere', async (plan, price) => {
  const driver = await buildMember(it, { plan });
  await buildPayment(it, submissionOf(driver), 'cleared');
  expect(await pricesOf(driver, 'NOVEMBER')).toEqual(everywhere(price));
});

test('each plan has a price, and they differ', async () => {
  const list = (await it.app.inject('/api/payment_list?year=2026')).json();
  expect(new Set(PLAN_SLUGS.map((plan) => priceIn(list, 'SS', plan))).size).toBe(PLAN_SLUGS.length);
});

test('a driver who changes plan in the middle of the year owes the old price for old months', async () => {
  const driver = await buildMember(it, { plan: 'standard' });
  await buildPayment(it, submissionOf(driver), 'cleared');
  const { headers } = await buildCaller(it, 'SuperUser');
  const change = { plan: 'platinum', reason: 'Agreed on the telephone.' };
  expect((await callDriver(it, headers, 'PATCH', `${driver.id}/plan`, change)).status).toBe(200);
  it.clock.now = new Date('2026-12-05T10:00:00Z');
  expect(await pricesOf(driver, 'NOVEMBER')).toEqual(everywhere('815.00'));
  expect(await pricesOf(driver, 'DECEMBER')).toEqual(everywhere('1225.00'));
});
