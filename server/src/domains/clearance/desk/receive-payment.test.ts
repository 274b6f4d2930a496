import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#domains/ledger';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { nextTransactionId, submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { type Desk, monthOf, rowOf, startDesk } from '../../../../test/desk/harness.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

test('cash gets a number of its own, and its payment is cleared at once', async () => {
  const driver = await desk.newDriver();
  const answer = await desk.receive({ payments: [rowOf(driver)] });
  expect(answer).toMatchObject({ status: 201, success: true, transaction_id: expect.stringMatching(/^CASH\d{8}$/) });
  expect(answer.message).toBe(`GHS 200.00 is received under ${answer.transaction_id}: the payment is cleared.`);
  expect(await desk.paymentOf(answer.payment_ids[0])).toMatchObject({ status: 'cleared', mode: 'cash', part: 1 });
  expect(await desk.auditOf(answer.transaction_id)).toMatchObject([
    { action: 'clearance.receive', after: { mode: 'cash', amount: '200.00' } },
    { action: 'payments.clear' },
  ]);
  const another = await desk.receive({ payments: [rowOf(await desk.newDriver())] });
  expect(another.transaction_id > answer.transaction_id).toBe(true);
});

test('one transfer pays for several cars and months, a month after its registration fee; the rest becomes credit', async () => {
  const [one, other] = [await desk.newDriver(), await desk.newDriver()];
  const transaction_id = nextTransactionId();
  const answer = await desk.receive({
    mode: 'momo',
    transaction_id,
    amount: '1050.00',
    seen_in_account: true,
    payments: [rowOf(one), monthOf(one, 'NOVEMBER'), monthOf(one, 'DECEMBER'), rowOf(other)],
    credit_to: other.driver_code.toLowerCase(),
  });
  expect(answer.message).toBe(
    `GHS 1,050.00 is received under ${transaction_id}: 4 payments are cleared, and GHS 50.00 is credit of ${other.driver_code}.`,
  );
  const payments = await Promise.all(answer.payment_ids.map(desk.paymentOf));
  expect(payments.map(({ part, amount, is_credit, status }) => [part, amount, is_credit, status])).toEqual([
    [1, '200.00', false, 'cleared'],
    [2, '300.00', false, 'cleared'],
    [3, '300.00', false, 'cleared'],
    [4, '200.00', false, 'cleared'],
    [5, '50.00', true, 'cleared'],
  ]);
  const rest = desk.it.db.selectFrom('payments').select('id').where('is_rest', '=', true);
  expect(await rest.where('id', 'in', answer.payment_ids).execute()).toEqual([{ id: answer.payment_ids[4] }]);
  expect(await desk.transfersOf(transaction_id)).toMatchObject([
    { amount: '1050.00', status: 'matched', source: 'desk' },
  ]);
  expect(await checkLedger(desk.it.db)).toEqual([]);
});

test('less than a price is held towards it, and the answer says so and what is missing, not that it is cleared', async () => {
  const driver = await desk.newDriver();
  const part = await desk.receive({ amount: '120.00', payments: [{ ...rowOf(driver), amount: '120.00' }] });
  expect(part.message).toBe(
    `GHS 120.00 is received under ${part.transaction_id}. GHS 120.00 is held towards REGISTRATION FEE; GHS 80.00 is missing.`,
  );
  expect(await desk.paymentOf(part.payment_ids[0])).toMatchObject({ status: 'cleared', is_credit: true });
  const rest = await desk.receive({ amount: '80.00', payments: [{ ...rowOf(driver), amount: '80.00' }] });
  expect(rest.message).toBe(
    `GHS 80.00 is received under ${rest.transaction_id}. GHS 80.00 pays REGISTRATION FEE, with what was held towards it.`,
  );
  const again = await desk.receive({ payments: [rowOf(driver)] });
  expect(again).toMatchObject({ status: 409, code: 'already_paid' });
  expect(await checkLedger(desk.it.db)).toEqual([]);
});

test('a cheque is known by its number, bank and drawer, and not taken twice', async () => {
  const cheque = { mode: 'cheque', transaction_id: '000451', bank: 'GCB BANK', payer_name: 'Kofi Mensah' };
  const answer = await desk.receive({ ...cheque, payments: [rowOf(await desk.newDriver())] });
  expect(answer.transaction_id).toMatch(/^CHEQUE451B\d+D[0-9A-F]{7}$/);
  expect(await desk.transfersOf(answer.transaction_id)).toMatchObject([
    { mode: 'cheque', reference: 'CHEQUE 000451 OF GCB BANK' },
  ]);
  const driver = await desk.newDriver();
  const again = { ...cheque, transaction_id: '451', payer_name: 'MENSAH, Kofi' };
  expect(await desk.receive({ ...again, payments: [rowOf(driver)] })).toMatchObject({
    status: 409,
    code: 'transaction_id_taken',
    message: expect.stringContaining('This transaction ID was already used for another payment.'),
  });
  const others = [{ bank: 'ECOBANK GHANA' }, { payer_name: 'KOFI MENSAH LTD' }];
  for (const other of others) {
    const payments = [rowOf(await desk.newDriver())];
    expect(await desk.receive({ ...cheque, ...other, payments })).toMatchObject({ status: 201 });
  }
});

test('a cheque that was received before drawers were asked for is not taken again from any', async () => {
  const cheque = { mode: 'cheque', transaction_id: '777', bank: 'GCB BANK', payer_name: 'AMA OWUSU' };
  const answer = await desk.receive({ ...cheque, payments: [rowOf(await desk.newDriver())] });
  const before = { transaction_id: answer.transaction_id.replace(/D[0-9A-F]{7}$/, '') };
  for (const table of ['payments', 'transfers'] as const) {
    await desk.it.db.updateTable(table).set(before).where('transaction_id', '=', answer.transaction_id).execute();
  }
  const payments = [rowOf(await desk.newDriver())];
  expect(await desk.receive({ ...cheque, payer_name: 'YAW BOATENG', payments })).toMatchObject({
    status: 409,
    code: 'transaction_id_taken',
  });
});

test('a bank’s reference number counts without the signs between its parts', async () => {
  const bank = { mode: 'bank', seen_in_account: true, transaction_id: 'ft 26/3241-abc' };
  const answer = await desk.receive({ ...bank, payments: [rowOf(await desk.newDriver())] });
  expect(answer).toMatchObject({ status: 201, transaction_id: 'FT263241ABC' });
});

test('one registration fee, or one month, is received by the paths of its type', async () => {
  const driver = await desk.newDriver();
  const { car_number, driver_code } = driver;
  const fee = {
    car_number,
    driver_code,
    amount: '200.00',
    seen_in_account: true,
    transaction_id: nextTransactionId(),
  };
  const answer = await desk.post('/reg_fees', fee);
  expect(answer).toMatchObject({ status: 201, success: true, transaction_id: fee.transaction_id });
  expect(await desk.paymentOf(answer.payment_ids[0])).toMatchObject({ status: 'cleared', mode: 'momo' });
  const again = await desk.post('/reg_fees', { ...fee, transaction_id: nextTransactionId() });
  expect(again).toMatchObject({ status: 409, code: 'already_paid', issues: [{ path: 'body.payment_type' }] });
  const subscription = { car_number, driver_code, amount: '300.00', mode: 'cash' };
  expect(await desk.post('/monthly_subscriptions', subscription)).toMatchObject({ status: 400 });
  const paid = { ...subscription, payment_year: 2026, payment_month: 'NOVEMBER' };
  expect(await desk.post('/monthly_subscriptions', paid)).toMatchObject({ status: 201 });
  expect(await desk.post('/monthly_subscriptions', { ...paid, driver_code: 'DRV000000X' })).toMatchObject({
    status: 422,
    issues: [{ path: 'body.driver_code' }, { path: 'body.car_number' }],
  });
});

test('sent twice by a press too many, it is received once and answered twice', async () => {
  const driver = await desk.newDriver();
  const as = { ...desk.headers, 'idempotency-key': crypto.randomUUID() };
  const payload = { mode: 'cash', amount: '200.00', payments: [rowOf(driver)] };
  const answers = await Promise.all([1, 2, 3].map(() => desk.post('/payments/receive', payload, as)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ transaction_id }) => transaction_id)).size).toBe(1);
});

test('two clerks who receive one fee at once receive it once', async () => {
  const driver = await desk.newDriver();
  const answers = await Promise.all(Array.from({ length: 10 }, () => desk.receive({ payments: [rowOf(driver)] })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  expect(answers.filter(({ status }) => status === 409).every(({ code }) => code === 'already_paid')).toBe(true);
  expect(await checkLedger(desk.it.db)).toEqual([]);
});

test('the desk is for staff who receive payments', async () => {
  const driver = await desk.newDriver();
  const paths = ['/clearance', '/payments/capture_momo', '/payments/receive', '/reg_fees', '/monthly_subscriptions'];
  const asMember = await buildCaller(desk.it, 'Accounts');
  for (const path of paths) {
    expect((await desk.post(path, submissionOf(driver), {})).status).toBe(401);
    expect((await desk.post(path, subscriptionOf(driver, 2026, 'MAY'), asMember.headers)).status).toBe(403);
  }
});
