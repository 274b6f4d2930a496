import { afterAll, beforeAll, expect, test } from 'vitest';
import { rejectClaimsWithoutReceipt } from '#domains/payments';
import { sendCar } from '../builders/cars.ts';
import { buildPayment } from '../builders/payments.ts';
import { submissionOf } from '../builders/submissions.ts';
import { buildTransfer } from '../builders/transfers.ts';
import { openOffice } from '../clearing-office.ts';
import { startApp, type TestApp } from '../harness.ts';

let it: TestApp;
let office: Awaited<ReturnType<typeof openOffice>>;
beforeAll(async () => {
  it = await startApp();
  office = await openOffice(it);
});
afterAll(() => it.close());

const rowOf = (id: string) =>
  it.db.selectFrom('driver_records').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** A person with two cars and one mobile number. */
const twoCars = async () => {
  const first = await office.newDriver();
  return [first, await rowOf((await sendCar(it, office.clerk.headers, first.id)).body.id)] as const;
};
const textsTo = async (to: string) =>
  (
    await it.db
      .selectFrom('outbox_messages')
      .select('body')
      .where('recipient', '=', to)
      .where('status', '=', 'waiting')
      .orderBy('id')
      .execute()
  ).map(({ body }) => body);

test('money from a number suggests the claims of all cars that have it, and each claim the money', async () => {
  const cars = await twoCars();
  const claims = [];
  for (const car of cars) claims.push(await buildPayment(it, submissionOf(car)));
  const transfer = await buildTransfer(it, { payer_number: cars[0].mobile_number, amount: '200.00' });
  const shown = await office.send('GET', `/clearance/T${transfer}`);
  expect(shown.suggestions.map(({ id }: { id: string }) => id).sort()).toEqual(claims.sort());
  for (const id of claims) {
    expect((await office.send('GET', `/clearance/${id}`)).suggestions).toMatchObject([{ id: `T${transfer}` }]);
  }
});

test('a number is searched to all its cars', async () => {
  const cars = await twoCars();
  const asked = { driver_code: '', car_number: '', mobile_number: cars[0].mobile_number };
  const { driver } = await office.send('POST', '/drivers/general_search', asked);
  expect(driver.map(({ id }: { id: string }) => id).sort()).toEqual(cars.map(({ id }) => id).sort());
});

test('a forgotten password of one car leaves the code of another, on one number', async () => {
  const cars = await twoCars();
  for (const { car_number } of cars) await office.send('POST', '/auth/forgot_member_password', { car_number }, null);
  const codes = (await textsTo(cars[0].mobile_number)).filter((text) => text.includes('set a new password'));
  expect(codes).toHaveLength(2);
});

test('claims of several cars that end on one day are told in one text', async () => {
  const cars = await twoCars();
  for (const car of cars) await buildPayment(it, submissionOf(car));
  it.clock.now = new Date('2026-12-31T10:00:00Z');
  await buildPayment(it, submissionOf(await office.newDriver()), 'cleared');
  await rejectClaimsWithoutReceipt(it.db, 14, it.clock.now);
  const texts = (await textsTo(cars[0].mobile_number)).filter((text) => text.includes('rejected'));
  expect(texts).toEqual([expect.stringContaining('2 payments sent for your cars were not found')]);
});
