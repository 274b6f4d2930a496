import { formatMoney } from '@banbo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { nextTransactionId, type Payer, submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';

let it: TestApp;
let statements = 0;
let payer: Payer & { id: string };

beforeAll(async () => {
  it = await startApp({}, { onStatement: () => (statements += 1) });
});
beforeEach(async () => {
  it.clock.now = new Date('2026-11-20T10:00:00Z');
  payer = (await buildDriver(it, { plan: 'monthly' })).driver;
});
afterAll(() => it.close());

let caller = 0;

/** Each call comes from an address of its own, so that limits by address refuse none. */
const post = (body: unknown, headers: Record<string, string> = {}) => {
  caller += 1;
  const remoteAddress = `10.0.${Math.floor(caller / 250)}.${caller % 250}`;
  return it.app.inject({ method: 'POST', url: '/api/payments', payload: body as object, headers, remoteAddress });
};

const paymentsOf = (driver: Payer & { id: string }) =>
  it.db.selectFrom('payments').selectAll().where('driver_id', '=', driver.id).orderBy('id').execute();

test('a claim is stored with its list price and its day in Accra, and the driver is thanked', async () => {
  it.clock.now = new Date('2026-12-31T23:59:59Z');
  const submission = submissionOf(payer, { transaction_id: 'ab345678901', amount: '250.00' });
  const response = await post({ ...submission, fullname: 'SOMEBODY ELSE', mobile_number: '0241234567' });
  expect(response.statusCode).toBe(201);
  const [stored] = await paymentsOf(payer);
  expect(response.json()).toEqual({
    success: true,
    message: `Thank you. Your payment of ${formatMoney('250.00')} was sent and waits to be cleared.`,
    payment_id: stored?.id,
  });
  expect(stored).toMatchObject({
    type_code: 'RF',
    payment_year: null,
    payment_month: null,
    amount_due: '200.00',
    amount: '250.00',
    transaction_id: 'AB345678901',
    transaction_date: '2026-12-31',
    status: 'submitted',
  });
});

test('a subscription keeps its month, and its price is that of its year', async () => {
  await buildPayment(it, submissionOf(payer));
  expect((await post(subscriptionOf(payer, 2027, 'JANUARY'))).statusCode).toBe(201);
  expect((await paymentsOf(payer))[1]).toMatchObject({ payment_year: 2027, payment_month: 1, amount_due: '300.00' });
});

test('a year is taken as text too, and year and month may be empty where the type has none, as choices of a form send them', async () => {
  const form = (given: object) => post({ ...submissionOf(payer), payment_year: '', payment_month: '', ...given });
  await changePayment(it, await buildPayment(it, submissionOf(payer)), 'clear');
  expect((await form({ payment_type: 'DP', amount: '1500.00' })).statusCode).toBe(201);
  const subscription = { payment_type: 'SS', payment_month: 'DECEMBER', amount: '300.00' };
  expect((await form({ ...subscription, payment_year: '2026' })).statusCode).toBe(201);
  expect((await paymentsOf(payer)).slice(1)).toMatchObject([
    { type_code: 'DP', payment_year: null, payment_month: null },
    { type_code: 'SS', payment_year: 2026, payment_month: 12 },
  ]);
  for (const payment_year of ['26', '2023', '2044', '0x7ea', ' 2026', null]) {
    const { statusCode, body } = await form({ ...subscription, payment_year });
    expect([statusCode, JSON.parse(body)]).toMatchObject([
      400,
      { message: 'Please select the payment year.', issues: [{ path: 'body.payment_year' }] },
    ]);
  }
  const messageOf = async (month: object) => (await form({ ...subscription, ...month })).json().message;
  expect(await messageOf({ payment_year: '' })).toBe('Please select the payment year.');
  expect(await messageOf({ payment_year: '2026', payment_month: '' })).toBe('Please select the payment month.');
});

test('car number, driver code, payment type and transaction ID are taken in any case and spelling', async () => {
  const typed = {
    ...submissionOf(payer),
    car_number: payer.car_number.toLowerCase().replace(' ', '-'),
    driver_code: ` ${payer.driver_code.toLowerCase()}`,
    payment_type: 'rf',
  };
  expect((await post(typed)).statusCode).toBe(201);
});

test('the registration fee is paid once, however many claims of it wait', async () => {
  await buildPayment(it, submissionOf(payer));
  expect((await post(submissionOf(payer))).statusCode).toBe(201);
  await buildPayment(it, submissionOf(payer), 'cleared');
  const again = await post(submissionOf(payer));
  expect(again.statusCode).toBe(409);
  expect(again.json()).toMatchObject({
    code: 'already_paid',
    message: 'The registration fee of this driver was already paid.',
    issues: [{ path: 'body.payment_type', message: 'The registration fee of this driver was already paid.' }],
  });
});

test.each([
  ['as Telecel writes it', '0000015061132227', '15061132227'],
  ['of ten digits', '1506113222', '1506113222'],
  ['in a whole message', 'Payment made for GHS 200.00. Transaction ID: 87425747421. Fee charged: GHS 0', '87425747421'],
])('a transaction ID %s is stored alone', async (_name, transaction_id, stored) => {
  expect((await post(submissionOf(payer, { transaction_id }))).statusCode).toBe(201);
  expect(await paymentsOf(payer)).toMatchObject([{ transaction_id: stored }]);
});

test('a payment sent again after its answer was lost is answered, also when it was cleared in between', async () => {
  await buildPayment(it, submissionOf(payer), 'cleared');
  const body = submissionOf(payer, { payment_type: 'DP', amount: '1500.00' });
  const key = { 'idempotency-key': 'a-key-whose-answer-is-lost' };
  const first = await post(body, key);
  await changePayment(it, first.json().payment_id, 'clear');
  const again = await post(body, key);
  expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
});

test('the device is paid once, and after the registration fee', async () => {
  const device = () => submissionOf(payer, { payment_type: 'DP', amount: '1500.00' });
  const early = await post(device());
  expect(early.statusCode).toBe(422);
  expect(early.json()).toMatchObject({
    code: 'refused',
    message: 'Please pay the registration fee before the device payment.',
    issues: [{ path: 'body.payment_type', message: 'Please pay the registration fee before the device payment.' }],
  });
  await buildPayment(it, submissionOf(payer));
  expect((await post(device())).statusCode).toBe(201);
  await buildPayment(it, device(), 'cleared');
  expect((await post(device())).json()).toMatchObject({
    code: 'already_paid',
    message: 'The device payment of this driver was already paid.',
  });
});

test('a subscription is paid once a month, and after the registration fee', async () => {
  expect((await post(subscriptionOf(payer, 2026, 'MAY'))).json()).toMatchObject({
    message: 'Please pay the registration fee before the monthly subscription.',
  });
  await buildPayment(it, submissionOf(payer));
  expect((await post(subscriptionOf(payer, 2026, 'MAY'))).statusCode).toBe(201);
  expect((await post(subscriptionOf(payer, 2026, 'JUNE'))).statusCode).toBe(201);
  expect((await post(subscriptionOf(payer, 2025, 'MAY'))).statusCode).toBe(201);
  await buildPayment(it, subscriptionOf(payer, 2026, 'MAY'), 'cleared');
  expect((await post(subscriptionOf(payer, 2026, 'MAY'))).json()).toMatchObject({
    code: 'already_paid',
    message: 'The monthly subscription for May 2026 of this driver was already paid.',
  });
});

test('a rejected registration fee counts as none', async () => {
  await buildPayment(it, submissionOf(payer), 'rejected');
  expect((await post(subscriptionOf(payer, 2026, 'MAY'))).statusCode).toBe(422);
  expect((await post(submissionOf(payer))).statusCode).toBe(201);
});

test('a transaction ID is taken once, whatever its case', async () => {
  const other = (await buildDriver(it)).driver;
  await buildPayment(it, submissionOf(other, { transaction_id: 'ABCDE000001' }));
  const response = await post(submissionOf(payer, { transaction_id: 'abcde000001' }));
  expect(response.statusCode).toBe(409);
  const message = 'This transaction ID was already used for another payment. Please check it, or contact us.';
  expect(response.json()).toEqual({
    status: false,
    success: false,
    code: 'transaction_id_taken',
    message,
    issues: [{ path: 'body.transaction_id', message }],
  });
});

test.each(['rejected', 'reversed'] as const)('a %s payment frees its transaction ID', async (status) => {
  const transaction_id = nextTransactionId();
  const other = (await buildDriver(it)).driver;
  await buildPayment(it, submissionOf(other, { transaction_id }), status);
  expect((await post(submissionOf(payer, { transaction_id }))).statusCode).toBe(201);
});

test('sent twice with one Idempotency-Key, a payment is stored once and answered the same', async () => {
  const body = submissionOf(payer);
  const key = { 'idempotency-key': 'a-key-of-one-thumb-1' };
  const [first, second] = await Promise.all([post(body, key), post(body, key)]);
  const third = await post(body, key);
  expect([first.statusCode, second.statusCode, third.statusCode]).toEqual([201, 201, 201]);
  expect(second.json()).toEqual(first.json());
  expect(third.json()).toEqual(first.json());
  expect(await paymentsOf(payer)).toHaveLength(1);
});

test('an Idempotency-Key is not for another payment', async () => {
  const key = { 'idempotency-key': 'a-key-of-one-thumb-2' };
  await post(submissionOf(payer), key);
  const other = (await buildDriver(it)).driver;
  expect((await post(submissionOf(other), key)).json()).toMatchObject({ code: 'idempotency_key_reused' });
  expect(await paymentsOf(other)).toEqual([]);
});

test('a stranger’s claim is one statement that judges it and counts for what its address shares, and one that stores it', async () => {
  statements = 0;
  const { statusCode } = await it.app.inject({ method: 'POST', url: '/api/payments', payload: submissionOf(payer) });
  expect(statusCode).toBe(201);
  expect(statements).toBe(2);
});
