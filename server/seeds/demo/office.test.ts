import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBooks } from '../../test/book-checks.ts';
import { buildDriver } from '../../test/builders/drivers.ts';
import { buildCaller } from '../../test/builders/identity.ts';
import { buildPayment } from '../../test/builders/payments.ts';
import { submissionOf } from '../../test/builders/submissions.ts';
import { passwords, startApp, type TestApp } from '../../test/harness.ts';
import { DEMO_DESK_DRIVERS, seedDemoOffice } from './office.ts';
import { seedDemoStaff } from './people.ts';
import type { DemoPayer } from './plan-payments.ts';

let it: TestApp;

beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

test('the demo’s office has cheques, reversals and approvals in each state, and debts held; its books agree', async () => {
  const drivers: DemoPayer[] = [];
  for (let n = 0; n < DEMO_DESK_DRIVERS; n += 1) {
    it.clock.now = new Date(Date.UTC(2026, 0, 5 + n, 9));
    const { driver } = await buildDriver(it);
    await buildPayment(it, submissionOf(driver, { amount: '200.00' }), 'cleared');
    drivers.push(driver);
  }
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  await seedDemoStaff(it.db, { passwords, now: it.clock.now });
  const given = { drivers, firstSerial: 9_000, now: it.clock.now };
  await it.db.transaction().execute((tx) => seedDemoOffice(tx, given));
  const { headers } = await buildCaller(it, 'SuperAdmin');
  const rowsOf = async (path: string) => (await it.app.inject({ url: `/api${path}`, headers })).json();
  const statesOf = async (path: string) => (await rowsOf(path)).map(({ status }: { status: string }) => status).sort();
  expect(await statesOf('/money_received?mode=cheque')).toEqual(['ended', 'matched', 'pending']);
  expect(await statesOf('/approvals')).toEqual(['approved', 'asked', 'refused']);
  expect(await rowsOf('/payments?status=reversed')).toHaveLength(3);
  expect(await it.db.selectFrom('texted_receipts').select('number').execute()).toHaveLength(1);
  expect(await it.db.selectFrom('driver_imports').select(['status', 'drivers', 'debts_released_at']).execute()).toEqual(
    [{ status: 'imported', drivers: 5, debts_released_at: null }],
  );
  expect(await it.db.selectFrom('jobs').select('status').where('name', '=', 'import drivers').execute()).toEqual([
    { status: 'done' },
  ]);
  expect((await checkBooks(it)).differences).toEqual([]);
});
