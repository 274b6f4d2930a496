import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { buildCaller, buildMember, signIn } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let headers: Record<string, string>;
const start = async (): Promise<void> => {
  it = await startApp();
  ({ headers } = await buildCaller(it, 'SystemAdmin'));
};
beforeAll(start);
beforeEach(() => {
  it.clock.now = new Date('2026-11-20T10:00:00Z');
});
afterAll(() => it.close());

/** Calls for a price, which is again after the test what it was before. */
const call = async (method: 'GET' | 'PATCH' | 'DELETE', id: string, payload?: object) => {
  const { db, app } = it;
  const columns = ['year', 'type_code', 'plan', 'amount'] as const;
  const price = await db.selectFrom('payment_list').select(columns).where('id', '=', id).executeTakeFirstOrThrow();
  if (method !== 'GET') {
    onTestFinished(async () => {
      const again = db.insertInto('payment_list').values(price);
      const { amount } = price;
      await again.onConflict((conflict) => conflict.constraint('payment_list_price').doUpdateSet({ amount })).execute();
    });
  }
  return (await app.inject({ method, url: `/api/payment_list/${id}`, headers, ...(payload && { payload }) })).json();
};

const idOf = async (year: number, typeCode: string, plan: string | null = null): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM payment_list WHERE year = ${year} AND type_code = ${typeCode} AND plan IS NOT DISTINCT FROM ${plan}`.execute(
    it.db,
  );
  return rows[0]?.id ?? 'none';
};

test('a price that payments of its year have is not deleted, whatever plan it is for', async () => {
  const driver = await buildMember(it);
  await buildPayment(it, submissionOf(driver), 'cleared');
  const claim = await buildPayment(it, subscriptionOf(driver, 2027, 'JANUARY'));
  // Afterwards no payment uses the prices of 2027, as at the beginning of each test.
  onTestFinished(async () => {
    await changePayment(it, claim, 'reject');
  });
  expect(await call('DELETE', await idOf(2026, 'RF'))).toMatchObject({
    code: 'conflict',
    message:
      'The price of REGISTRATION FEE for 2026 is used by payments, so it cannot be deleted. You can change its amount instead.',
  });
  for (const plan of ['monthly', 'platinum']) {
    const { message } = await call('DELETE', await idOf(2027, 'SS', plan));
    expect(message).toContain('for 2027 is used by payments');
  }
  expect(await call('GET', await idOf(2027, 'SS', 'standard'))).toMatchObject({ in_use: true });
});

test('a rejected claim uses no price, nor does a payment of another year', async () => {
  const driver = await buildMember(it);
  await buildPayment(it, submissionOf(driver));
  await buildPayment(it, subscriptionOf(driver, 2027, 'JANUARY'), 'rejected');
  expect(await call('GET', await idOf(2027, 'SS', 'monthly'))).toMatchObject({ in_use: false });
  expect(await call('DELETE', await idOf(2027, 'SS', 'monthly'))).toMatchObject({ status: true });
});

test('a price that drivers may owe is not deleted; one of before they registered is, and so is the next year’s', async () => {
  it.clock.now = new Date('2025-06-01T10:00:00Z');
  await buildMember(it);
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  expect(await call('DELETE', await idOf(2025, 'SS', 'monthly'))).toMatchObject({
    code: 'conflict',
    message:
      'The price of MONTHLY SUBSCRIPTION (Monthly Subscription) for 2025 is what drivers may still owe for its months, so it cannot be deleted. You can change its amount instead.',
  });
  expect((await call('DELETE', await idOf(2026, 'DP'))).message).toBe(
    'The price of DEVICE PAYMENT for 2026 is what drivers may still owe, so it cannot be deleted. You can change its amount instead.',
  );
  const free = [await idOf(2024, 'SS', 'monthly'), await idOf(2025, 'DP'), await idOf(2027, 'SS', 'platinum')];
  for (const id of free) expect(await call('DELETE', id)).toMatchObject({ status: true });
});

test('where nobody is registered and nothing is paid, this year’s price may go', async () => {
  const shared = { it, headers };
  await start();
  onTestFinished(async () => {
    await it.close();
    ({ it, headers } = shared);
  });
  expect(await call('DELETE', await idOf(2026, 'SS', 'monthly'))).toMatchObject({ status: true });
});

const ALONE = 'Nobody else may approve it, so it holds at once and is marked as decided alone.';

test('a new amount prices anew what is not paid, says so, and leaves what was paid', async () => {
  it.clock.now = new Date('2026-10-20T10:00:00Z');
  const driver = await buildMember(it, { plan: 'standard' });
  await buildPayment(it, submissionOf(driver), 'cleared');
  const paid = await buildPayment(it, subscriptionOf(driver, 2026, 'OCTOBER', { amount: '800.00' }), 'cleared');
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  const read = () => it.db.selectFrom('payments').selectAll().where('id', '=', paid).executeTakeFirstOrThrow();
  const before = await read();
  expect(await call('PATCH', await idOf(2026, 'SS', 'standard'), { amount: '850.00' })).toMatchObject({
    message: `MONTHLY SUBSCRIPTION (Standard) costs GHS 850.00 in 2026. Months of 2026 that are not paid yet get the new price. ${ALONE}`,
  });
  expect((await call('PATCH', await idOf(2026, 'RF'), { amount: '210.00' })).message).toBe(
    `REGISTRATION FEE costs GHS 210.00 in 2026. Where it is not paid yet, it gets the new price. ${ALONE}`,
  );
  expect(await read()).toEqual(before);
  const { car_number, driver_code } = driver;
  const member = await signIn(it, 'member_login', { car_number, driver_code });
  const standing = (await it.app.inject({ url: '/api/member/standing', headers: member })).json();
  expect(standing.due).toContainEqual(
    expect.objectContaining({ payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER', amount: '850.00' }),
  );
  expect(standing.due).not.toContainEqual(expect.objectContaining({ payment_month: 'OCTOBER' }));
});
