import type { StaffRole } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildDriver } from '../../../test/builders/drivers.ts';
import { buildCaller } from '../../../test/builders/identity.ts';
import { buildPayment } from '../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../test/harness.ts';

let it: TestApp;

beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const dashboard = async (role: StaffRole = 'SuperUser') => {
  const { headers } = await buildCaller(it, role);
  return (await it.app.inject({ url: '/api/dashboard', headers })).json();
};

test('an empty product shows nothing waiting and nothing cleared', async () => {
  expect(await dashboard()).toEqual({
    drivers: 0,
    claims_waiting: 0,
    claims_waiting_amount: '0.00',
    cleared_this_month: '0.00',
    books: null,
    month_start: '2026-11-01',
  });
});

test('claims wait until they are decided, and only cleared ones of this month count as cleared', async () => {
  const payers = [];
  for (let n = 0; n < 3; n += 1) payers.push((await buildDriver(it)).driver);
  const [first, second, third] = payers;
  if (!first || !second || !third) throw new Error('Three drivers were built');
  it.clock.now = new Date('2026-10-31T23:59:00Z');
  await buildPayment(it, submissionOf(first), 'cleared');
  await buildPayment(it, submissionOf(second), 'submitted');
  it.clock.now = new Date('2026-11-01T00:00:00Z');
  await buildPayment(it, submissionOf(third, { amount: '210.25' }), 'cleared');
  await buildPayment(it, subscriptionOf(first, 2026, 'NOVEMBER'), 'cleared');
  await buildPayment(it, subscriptionOf(second, 2026, 'NOVEMBER'), 'submitted');
  await buildPayment(it, subscriptionOf(third, 2026, 'NOVEMBER'), 'rejected');
  await buildPayment(it, subscriptionOf(third, 2026, 'DECEMBER'), 'reversed');
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  expect(await dashboard()).toEqual({
    drivers: 3,
    claims_waiting: 2,
    claims_waiting_amount: '500.00',
    cleared_this_month: '510.25',
    books: null,
    month_start: '2026-11-01',
  });
});

test.each(['Operations', 'Accounts', 'Legal', 'SystemUser'] as const)(
  '%s, who may not read payments, sees no amount of money',
  async (role) => {
    expect(Object.keys(await dashboard(role)).sort()).toEqual(['claims_waiting', 'drivers', 'month_start']);
  },
);
