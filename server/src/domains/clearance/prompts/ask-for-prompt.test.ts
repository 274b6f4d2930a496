import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { startApp } from '../../../../test/harness.ts';
import { nextPayer, type Prompts, startPrompts } from '../../../../test/prompts/harness.ts';

let prompts: Prompts;
beforeAll(async () => {
  prompts = await startPrompts();
});
beforeEach(() => prompts.later(86_400));
afterAll(() => prompts.close());

test('a prompt is stored before anything is sent, priced as a claim is, and told by its reference', async () => {
  const { request, send, stored, read, standIn } = prompts;
  const asked = await request({ amount: '250.00' });
  const response = await send(asked);
  expect(response.statusCode).toBe(201);
  const { reference, ...told } = response.json();
  const phone = `${asked.payer_number.slice(0, 3)} *** ${asked.payer_number.slice(-4)}`;
  expect(told).toEqual({ success: true, state: 'waiting', message: `The prompt is on its way to ${phone}.` });
  expect(await stored(reference)).toMatchObject({
    ...{ type_code: 'RF', payment_year: null, payment_month: null, amount_due: '200.00', amount: '250.00' },
    ...{ payer_number: `+233${asked.payer_number.slice(1)}`, state: 'waiting', attempts: 0, payment_id: null },
  });
  expect(standIn.asked()).toEqual([]);
  expect(await read(reference)).toEqual({ status: true, state: 'waiting', message: told.message });
});

test('the rules of claims refuse a prompt too, and nobody’s phone rings', async () => {
  const { it, request, send } = prompts;
  const paid = await request();
  await buildPayment(it, submissionOf(paid), 'cleared');
  const refusals = [
    [paid, 409, 'The registration fee of this driver was already paid.'],
    [await request({ payment_type: 'SS' }), 422, 'Please select the payment year.'],
    [
      await request({ payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER' }),
      422,
      'Please pay the registration fee before the monthly subscription.',
    ],
    [
      { ...(await request()), driver_code: 'DRV000001X' },
      422,
      'No driver is registered with this car number and driver code. Please check both, or register first.',
    ],
    [await request({ amount: '0.00' }), 400, expect.any(String)],
    [await request({ amount: '1000000.00' }), 400, 'The amount is more than GHS 100,000.00. Please check it.'],
    [await request({ payer_number: '030 123 4567' }), 400, expect.stringContaining('mobile number')],
    [{ ...(await request()), transaction_id: '68576386182' }, 400, expect.any(String)],
  ] as const;
  for (const [body, status, message] of refusals) {
    const response = await send(body);
    expect(response.json()).toMatchObject({ success: false, message });
    expect(response.statusCode).toBe(status);
  }
  expect(await it.db.selectFrom('prompts').select('id').where('driver_id', 'is', null).execute()).toEqual([]);
});

test('a subscription keeps its month', async () => {
  const { it, request, send, stored } = prompts;
  const driver = await request();
  await buildPayment(it, submissionOf(driver), 'cleared');
  const { payment_year, payment_month, amount } = subscriptionOf(driver, 2026, 'DECEMBER', { amount: '800.00' });
  const response = await send({ ...driver, payment_type: 'SS', payment_year, payment_month, amount });
  expect(await stored(response.json().reference)).toMatchObject({ payment_year: 2026, payment_month: 12 });
});

test('a prompt for less than what is missing of its fee is refused, and so is one for a fee without a price', async () => {
  const { it, request, send } = prompts;
  const payer_number = nextPayer();
  const fee = await request({ payer_number, amount: '100.00' });
  const refused = await send(fee);
  expect([refused.statusCode, refused.json().message]).toEqual([
    422,
    'The fee costs 200.00; 200.00 is missing. A prompt cannot ask for less.',
  ]);
  await buildPayment(it, submissionOf(fee, { amount: '120.00' }), 'cleared');
  expect((await send({ ...fee, amount: '79.99' })).json()).toMatchObject({
    code: 'refused',
    message: 'The fee costs 200.00; 120.00 is held towards it, and 80.00 is missing. A prompt cannot ask for less.',
    issues: [{ path: 'body.amount' }],
  });
  expect((await send({ ...fee, amount: '80.00' })).statusCode).toBe(201);
  await buildPayment(it, submissionOf(fee, { amount: '80.00' }), 'cleared');
  const { payment_year, payment_month } = subscriptionOf(fee, 2030, 'MAY');
  const month = { ...fee, payment_type: 'SS', payment_year, payment_month, payer_number: nextPayer() };
  expect((await send(month)).json().message).toBe('This fee has no price yet, so no prompt can ask for it.');
});

test('a prompt for a month to come asks for its whole price, whatever is held towards it', async () => {
  const { it, request, send } = prompts;
  const driver = await request();
  await buildPayment(it, submissionOf(driver), 'cleared');
  await buildPayment(it, submissionOf(driver, { payment_type: 'DP', amount: '1500.00' }), 'cleared');
  await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER'), 'cleared');
  await buildPayment(it, subscriptionOf(driver, 2026, 'DECEMBER', { amount: '100.00' }), 'cleared');
  const month = { ...driver, payment_type: 'SS', payment_year: 2026, payment_month: 'DECEMBER' };
  for (const amount of ['50.00', '200.00', '299.99']) {
    expect((await send({ ...month, amount })).json()).toMatchObject({
      code: 'refused',
      message:
        'The fee costs 300.00, and the 100.00 held towards it cannot be used for it yet. A prompt asks for the whole ' +
        'price; what is held stays credit.',
      issues: [{ path: 'body.amount' }],
    });
  }
  expect((await send({ ...month, amount: '300.00' })).statusCode).toBe(201);
});

test('a phone with an open prompt gets no other one, until it ended or five minutes have gone', async () => {
  const { request, send, later, standIn, server } = prompts;
  const payer_number = nextPayer();
  const first = await request({ payer_number });
  expect((await send(first)).statusCode).toBe(201);
  const another = await send(await request({ payer_number: `+233 ${payer_number.slice(1)}` }));
  expect(another.statusCode).toBe(409);
  expect(another.json()).toMatchObject({
    code: 'conflict',
    message:
      'This phone was sent a prompt already. Please approve or decline it there, or wait some minutes and try again.',
    issues: [{ path: 'body.payer_number' }],
  });
  later(299);
  expect((await send(first)).statusCode).toBe(409);
  later(1);
  expect((await send(first)).statusCode).toBe(201);
  standIn.decide(`+233${payer_number.slice(1)}`, { kind: 'failed', reason: 'EXPIRED' });
  await server()();
  later(4);
  await server()();
  expect((await send(first)).statusCode).toBe(201);
});

test('of prompts that are asked for at one moment a phone gets one', async () => {
  const { request, send } = prompts;
  const asked = await request();
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => send(asked)))).map((one) => one.statusCode);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(7);
});

test('the same key gets the same prompt again', async () => {
  const { request, send, it } = prompts;
  const asked = await request();
  const key = { 'idempotency-key': 'a-prompt-whose-answer-was-lost' };
  const [one, other] = [await send(asked, key), await send(asked, key)];
  expect(other.json()).toEqual(one.json());
  const kept = it.db
    .selectFrom('prompts')
    .select('id')
    .where('payer_number', '=', `+233${asked.payer_number.slice(1)}`);
  expect(await kept.execute()).toHaveLength(1);
});

test('a phone is sent few prompts a day, whoever asks and from wherever, but for staff', async () => {
  const { it, request, send, later } = prompts;
  const payer_number = nextPayer();
  const sent: number[] = [];
  for (let count = 0; count < 8; count += 1) {
    later(301);
    sent.push((await send(await request({ payer_number }))).statusCode);
  }
  expect(sent).toEqual([201, 201, 201, 201, 201, 201, 429, 429]);
  const refused = await send(await request({ payer_number }));
  expect(refused.json()).toMatchObject({
    code: 'too_many_requests',
    message: 'Too many prompts were sent today. Please send the money yourself, or contact us.',
  });
  const member = await buildCaller(it, 'Member');
  expect((await send(await request({ payer_number }), member.headers)).statusCode).toBe(429);
  const staff = await buildCaller(it, 'Accounts');
  later(301);
  expect((await send(await request({ payer_number }), staff.headers)).statusCode).toBe(201);
});

test('a member has prompts sent to 12 phones a day for a car, and to 30 in all', async () => {
  const { it, request, send, later } = prompts;
  const { headers } = await buildCaller(it, 'Member');
  const sent: number[] = [];
  for (let car = 0; car < 3; car += 1) {
    const asked = await request();
    for (let count = 0; count < 13; count += 1) {
      later(10);
      sent.push((await send({ ...asked, payer_number: nextPayer() }, headers)).statusCode);
    }
  }
  const taken = (count: number) => Array.from({ length: count }, () => 201);
  const refused = (count: number) => Array.from({ length: count }, () => 429);
  expect(sent).toEqual([...taken(12), ...refused(1), ...taken(12), ...refused(1), ...taken(6), ...refused(7)]);
});

test('what is refused uses nothing up of the phone’s day', async () => {
  const { request, send, later } = prompts;
  const payer_number = nextPayer();
  for (let count = 0; count < 8; count += 1) {
    await send({ ...(await request({ payer_number })), driver_code: 'DRV000001X' });
  }
  later(1);
  expect((await send(await request({ payer_number }))).statusCode).toBe(201);
});

test('a prompt is nobody’s without its reference', async () => {
  const { it } = prompts;
  for (const reference of ['1', '00000000-0000-4000-8000-000000000000', "'; DROP TABLE prompts; --"]) {
    const response = await it.app.inject(`/api/payments/prompts/${encodeURIComponent(reference)}`);
    expect([400, 404]).toContain(response.statusCode);
  }
});

test('where no prompts are set up, none is offered or taken', async () => {
  const off = await startApp();
  const body = await prompts.request();
  const response = await off.app.inject({ method: 'POST', url: '/api/payments/prompts', payload: body });
  expect(response.statusCode).toBe(422);
  expect(response.json()).toMatchObject({
    code: 'refused',
    message: 'Paying by a prompt is not set up here. Please send the money yourself and tell us its transaction ID.',
  });
  expect((await off.app.inject('/api/site')).json()).not.toHaveProperty('offers_prompts');
  expect((await prompts.it.app.inject('/api/site')).json()).toHaveProperty('offers_prompts', true);
  await off.close();
});
