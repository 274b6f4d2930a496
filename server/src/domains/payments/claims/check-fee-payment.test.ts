import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { type Payer, submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let payer: Payer;

beforeAll(async () => {
  it = await startApp();
});
beforeEach(async () => {
  const { driver } = await buildDriver(it);
  payer = { car_number: driver.car_number, driver_code: driver.driver_code };
});
afterAll(() => it.close());

const ask = (payment_type: string, question: Payer = payer) =>
  it.app.inject({ method: 'POST', url: '/api/fee_payment/check_fee_payment', payload: { ...question, payment_type } });

test.each([
  ['SS', 'Please pay the registration fee before the monthly subscription.'],
  ['DP', 'Please pay the registration fee before the device payment.'],
])('%s is refused before the registration fee, and may be paid once it is claimed', async (type, message) => {
  const early = await ask(type);
  expect(early.statusCode).toBe(422);
  expect(early.json()).toMatchObject({ status: false, code: 'refused', message });
  await buildPayment(it, submissionOf(payer));
  const now = await ask(type);
  expect(now.statusCode).toBe(200);
  expect(now.json()).toEqual({ status: true, message: 'You can make this payment.' });
});

test('a paid device is refused with the sentence that submitting it gives, and one that waits is not', async () => {
  await buildPayment(it, submissionOf(payer), 'cleared');
  const device = submissionOf(payer, { payment_type: 'DP', amount: '1500.00' });
  const waiting = await buildPayment(it, device);
  expect((await ask('DP')).statusCode).toBe(200);
  await changePayment(it, waiting, 'clear');
  const answer = await ask('DP');
  expect(answer.statusCode).toBe(409);
  const submitted = await it.app.inject({
    method: 'POST',
    url: '/api/payments',
    payload: submissionOf(payer, { payment_type: 'DP' }),
  });
  expect(submitted.json()).toEqual(answer.json());
});

test('a paid month does not stand in the way of another', async () => {
  await buildPayment(it, submissionOf(payer));
  await buildPayment(it, subscriptionOf(payer, 2026, 'MAY'));
  expect((await ask('SS')).statusCode).toBe(200);
});

test('a reversed registration fee counts as none', async () => {
  await buildPayment(it, submissionOf(payer), 'reversed');
  expect((await ask('SS')).statusCode).toBe(422);
  expect((await ask('RF')).statusCode).toBe(200);
});

test('what cannot be asked about is named', async () => {
  expect((await ask('CC1000')).json()).toMatchObject({ message: 'Please select payment type' });
  expect((await ask('')).json()).toMatchObject({ message: 'Please select payment type' });
});

test('an unknown car and a code that is not its own are answered alike, so that nobody can tell which cars are registered', async () => {
  const unknown = await ask('SS', { ...payer, car_number: 'ZZ 9-99' });
  const foreign = await ask('SS', { ...payer, driver_code: 'DRV999999X' });
  expect(unknown.json().message).toBe(
    'No driver is registered with this car number and driver code. Please check both, or register first.',
  );
  expect([foreign.statusCode, foreign.json()]).toEqual([unknown.statusCode, unknown.json()]);
});
