import { WAITING_REASONS } from '@banbo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findMissingMoney } from '#domains/clearance';
import { checkBooks } from '../../test/book-checks.ts';
import { buildDriver } from '../../test/builders/drivers.ts';
import { buildCaller } from '../../test/builders/identity.ts';
import { buildPayment } from '../../test/builders/payments.ts';
import { nextTransactionId } from '../../test/builders/submissions.ts';
import { passwords, startApp, type TestApp } from '../../test/harness.ts';
import { DEMO_CASES, seedDemoCases } from './cases.ts';
import { seedDemoStaff } from './people.ts';
import type { DemoPayer } from './plan-payments.ts';

/** Reasons that the demo's other payments and money have. */
const SEEDED_ELSEWHERE = ['cheque', 'no_receipt', 'differs', 'no_claim', 'unknown_car'];

let it: TestApp;

beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

test('with its cases, the demo has one for every reason to wait', async () => {
  const drivers: DemoPayer[] = [];
  for (let n = 0; n < DEMO_CASES; n += 1) {
    it.clock.now = new Date(Date.UTC(2026, 0, 5 + n, 9));
    const { driver } = await buildDriver(it);
    const { car_number, driver_code } = driver;
    const fee = { car_number, driver_code, payment_type: 'RF', amount: '200.00', transaction_id: nextTransactionId() };
    await buildPayment(it, fee, 'cleared');
    drivers.push(driver);
  }
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  await seedDemoStaff(it.db, { passwords, now: it.clock.now });
  await it.db.transaction().execute((tx) => seedDemoCases(tx, { drivers, now: it.clock.now }));
  expect(await findMissingMoney(it.db, it.clock.now)).toBe(1);
  const { headers } = await buildCaller(it, 'SuperUser');
  const figures = (await it.app.inject({ url: '/api/clearance/figures', headers })).json();
  const seeded = figures.reasons.filter(({ count }: { count: number }) => count > 0);
  expect(seeded.map(({ reason }: { reason: string }) => reason).sort()).toEqual(
    WAITING_REASONS.filter((reason) => !SEEDED_ELSEWHERE.includes(reason)).sort(),
  );
  expect((await checkBooks(it)).differences).toEqual([]);
});
