import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBooks } from '../../../../test/book-checks.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { nextAddress } from '../../../../test/register.ts';

let it: TestApp;
let headers: Record<string, string>;
beforeAll(async () => {
  it = await startApp();
  ({ headers } = await buildCaller(it, 'SuperUser'));
});
afterAll(() => it.close());

const send = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
  it.app.inject({
    ...{ method, url: `/api${path}`, headers, remoteAddress: nextAddress() },
    ...(payload && { payload }),
  });

const priceOf2027 = () =>
  it.db
    .selectFrom('payment_list')
    .select(['id', 'amount'])
    .where('year', '=', 2027)
    .where('type_code', '=', 'SS')
    .where('plan', '=', 'standard')
    .executeTakeFirst();

// Claims do not lock the price, since all of them would wait. Each keeps the price that it was
// judged by, so nothing is lost if the price is deleted at that moment.
test('a price is deleted as claims of its year come: each keeps the amount due that it was judged by, and the price can be set again', async () => {
  const drivers = await Promise.all(
    Array.from({ length: 6 }, async () => (await buildDriver(it, { plan: 'standard' })).driver),
  );
  for (const driver of drivers) {
    const fee = {
      car_number: driver.car_number,
      driver_code: driver.driver_code,
      payment_type: 'RF',
      amount: '200.00',
    };
    const received = { mode: 'cash', amount: '200.00', payments: [fee] };
    expect((await send('POST', '/payments/receive', received)).statusCode).toBe(201);
  }
  const price = await priceOf2027();
  const claims = drivers.map((driver) => subscriptionOf(driver, 2027, 'JANUARY', { amount: price?.amount ?? '' }));
  const [deletion, ...answers] = await Promise.all([
    send('DELETE', `/payment_list/${price?.id}`),
    ...claims.map((claim) => send('POST', '/payments', claim)),
  ]);
  expect([200, 409]).toContain(deletion?.statusCode);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(claims.map(() => 201));
  const isGone = (await priceOf2027()) === undefined;
  expect(isGone).toBe(deletion?.statusCode === 200);
  for (const [index, answer] of answers.entries()) {
    const { payment_id } = answer.json();
    const stored = it.db.selectFrom('payments').select('amount_due').where('id', '=', payment_id);
    const { amount_due } = await stored.executeTakeFirstOrThrow();
    expect([price?.amount, ...(isGone ? [null] : [])]).toContain(amount_due);
    await changePayment(it, payment_id, 'clear');
    const { covered, credit } = (await send('GET', `/drivers/${drivers[index]?.id}/standing`)).json();
    const month = expect.objectContaining({ payment_year: 2027, payment_month: 'JANUARY' });
    // Without a price the money is credit.
    if (amount_due === null) expect([covered, credit]).toEqual([expect.not.arrayContaining([month]), price?.amount]);
    else expect(covered).toContainEqual(month);
  }
  if (!isGone) return;
  const again = { year: 2027, type_code: 'SS', plan: 'standard', amount: price?.amount };
  expect((await send('POST', '/payment_list', again)).statusCode).toBe(201);
});

test('a price is approved as claims come: each keeps the amount due that it was judged by, and is cleared by that', async () => {
  const [asker, other] = [await buildCaller(it, 'SystemAdmin'), await buildCaller(it, 'SystemAdmin')];
  const as = (by: typeof asker, method: 'PATCH' | 'POST', path: string, payload: object = {}) =>
    it.app.inject({ method, url: `/api${path}`, headers: by.headers, payload });
  const price = it.db.selectFrom('payment_list').select('id').where('year', '=', 2026).where('type_code', '=', 'RF');
  const { id } = await price.executeTakeFirstOrThrow();
  const drivers = await Promise.all(Array.from({ length: 10 }, async () => (await buildDriver(it)).driver));
  // One claim is there before, so that the price is in use.
  await buildPayment(it, submissionOf(drivers[0] as (typeof drivers)[number]));
  const asked = await as(asker, 'PATCH', `/payment_list/${id}`, { amount: '250.00' });
  expect(asked.json().message).toContain('waits for approval');
  const waiting = it.db.selectFrom('approvals').select('id').where('status', '=', 'asked');
  const approval = (await waiting.executeTakeFirstOrThrow()).id;
  const [granted, ...answers] = await Promise.all([
    as(other, 'POST', `/approvals/${approval}/approve`),
    ...drivers.slice(1).map((driver) => send('POST', '/payments', submissionOf(driver))),
  ]);
  expect(granted?.statusCode).toBe(201);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 201));
  for (const answer of answers) {
    const { payment_id } = answer.json();
    const stored = it.db.selectFrom('payments').select(['amount_due', 'is_credit']).where('id', '=', payment_id);
    const { amount_due } = await stored.executeTakeFirstOrThrow();
    expect(['200.00', '250.00']).toContain(amount_due);
    await changePayment(it, payment_id, 'clear');
    expect((await stored.executeTakeFirstOrThrow()).is_credit).toBe(amount_due === '250.00');
  }
  expect((await checkBooks(it)).differences).toEqual([]);
});
