import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { nextTransactionId, submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { type Desk, rowOf, startDesk } from '../../../../test/desk/harness.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const storedOf = (id: string) =>
  desk.it.db
    .selectFrom('payments')
    .select(['status', 'status_reason', 'amount', 'amount_due', 'transaction_id', 'payment_month', 'has_transfer'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const auditOf = (id: string) =>
  desk.it.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('subject_kind', '=', 'payment')
    .where('subject_id', '=', id)
    .execute();

test('a payment that waits for its cheque keeps its ID and month', async () => {
  const driver = await desk.newDriver();
  const { payment_ids } = await desk.receive({
    ...{ mode: 'cheque', transaction_id: '0044', bank: 'GCB BANK', payer_name: 'Ama Drawer', amount: '200.00' },
    payments: [rowOf(driver)],
  });
  const [id] = payment_ids as [string];
  const corrected = await desk.send('PATCH', `/reg_fees/${id}`, { transaction_id: nextTransactionId() });
  expect(corrected).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(corrected.body.message).toContain('waits for its cheque');
  expect(await storedOf(id)).toMatchObject({ status: 'submitted', has_transfer: true });
});

test('a fee is shown by the path of its own type alone', async () => {
  const driver = await desk.newDriver();
  const fee = await buildPayment(desk.it, submissionOf(driver));
  expect(await desk.send('GET', `/reg_fees/${fee}`)).toMatchObject({
    status: 200,
    body: { id: fee, payment_type: 'RF', amount_paid: '200.00', driver_code: driver.driver_code },
  });
  expect(await desk.send('GET', `/monthly_subscriptions/${fee}`)).toMatchObject({ status: 404 });
  const month = await buildPayment(desk.it, subscriptionOf(driver, 2026, 'NOVEMBER'));
  expect(await desk.send('GET', `/monthly_subscriptions/${month}`)).toMatchObject({
    status: 200,
    body: { payment_type: 'SS', payment_year: 2026, payment_month: 'NOVEMBER' },
  });
  for (const method of ['PATCH', 'DELETE'] as const) {
    expect((await desk.send(method, `/reg_fees/${month}`, { transaction_id: nextTransactionId() })).status).not.toBe(
      200,
    );
  }
  expect((await storedOf(month)).status).toBe('submitted');
});

test('a claim that waits is corrected, judged and priced anew, and its money looked for again', async () => {
  const driver = await desk.newDriver();
  await buildPayment(desk.it, submissionOf(driver), 'cleared');
  const claim = subscriptionOf(driver, 2026, 'NOVEMBER');
  const id = await buildPayment(desk.it, claim);
  const { amount_due } = await storedOf(id);
  await desk.it.db
    .updateTable('payments')
    .set({ has_transfer: true, amount_due: '1.00' })
    .where('id', '=', id)
    .execute();
  const transaction_id = nextTransactionId();
  const correction = { transaction_id, payment_month: 'DECEMBER' };
  expect(await desk.send('PATCH', `/monthly_subscriptions/${id}`, correction)).toEqual({
    status: 200,
    body: { status: true, message: 'The payment is corrected.' },
  });
  expect(await storedOf(id)).toMatchObject({
    transaction_id,
    payment_month: 12,
    amount: '300.00',
    amount_due,
    has_transfer: false,
  });
  expect(await auditOf(id)).toMatchObject([
    {
      action: 'payments.correct',
      before: { transaction_id: claim.transaction_id, payment_month: 'NOVEMBER' },
      after: { transaction_id, payment_month: 'DECEMBER' },
    },
  ]);
});

test('a claim whose transaction ID is corrected keeps the amount that was due when it came', async () => {
  const driver = await desk.newDriver();
  const id = await buildPayment(desk.it, submissionOf(driver));
  const { amount_due } = await storedOf(id);
  const prices = desk.it.db.updateTable('payment_list').where('type_code', '=', 'RF');
  await prices.set({ amount: '999.00' }).execute();
  const correct = (correction: object) => desk.send('PATCH', `/reg_fees/${id}`, correction);
  expect((await correct({ transaction_id: nextTransactionId() })).status).toBe(200);
  expect((await storedOf(id)).amount_due).toBe(amount_due);
  await prices.set({ amount: '200.00' }).execute();
});

test('neither state nor amount is ever written, nor a type that it is not', async () => {
  const id = await buildPayment(desk.it, submissionOf(await desk.newDriver()));
  const before = await storedOf(id);
  const fields = [
    { status: 'cleared' },
    { amount: '1.00' },
    { amount_paid: '1.00' },
    { payment_type: 'DP' },
    { id: '1' },
  ];
  for (const field of [...fields, { payment_year: 2026 }, {}]) {
    expect((await desk.send('PATCH', `/reg_fees/${id}`, field)).status).toBe(400);
  }
  expect((await desk.send('PATCH', `/reg_fees/${id}`, {})).body.message).toBe('Please give what is to be corrected.');
  expect(await storedOf(id)).toEqual(before);
});

test('a correction is refused as a claim is: a taken ID, a month that is paid, one that does not wait', async () => {
  const driver = await desk.newDriver();
  const fee = submissionOf(driver);
  const cleared = await buildPayment(desk.it, fee, 'cleared');
  await buildPayment(desk.it, subscriptionOf(driver, 2026, 'OCTOBER'), 'cleared');
  const id = await buildPayment(desk.it, subscriptionOf(driver, 2026, 'NOVEMBER'));
  const correct = (correction: object) => desk.send('PATCH', `/monthly_subscriptions/${id}`, correction);
  expect(await correct({ transaction_id: fee.transaction_id })).toMatchObject({
    status: 409,
    body: { code: 'transaction_id_taken', message: 'This transaction ID was already used for another payment.' },
  });
  expect(await correct({ payment_month: 'OCTOBER' })).toMatchObject({ status: 409, body: { code: 'already_paid' } });
  expect(await correct({ transaction_id: '123' })).toMatchObject({ status: 400 });
  expect(await desk.send('PATCH', `/reg_fees/${cleared}`, { transaction_id: nextTransactionId() })).toMatchObject({
    status: 409,
    body: { message: `The payment ${fee.transaction_id} was cleared, so it cannot be corrected.` },
  });
});

test('no claim is given an ID of which a further payment is cleared, though its first one was reversed', async () => {
  const drivers = [await desk.newDriver(), await desk.newDriver()];
  const transaction_id = nextTransactionId();
  const money = { mode: 'momo', transaction_id, amount: '400.00', seen_in_account: true };
  const { payment_ids } = await desk.receive({ ...money, payments: drivers.map((driver) => rowOf(driver)) });
  await changePayment(desk.it, payment_ids[0], 'reverse', 'Another car.');
  const id = await buildPayment(desk.it, submissionOf(await desk.newDriver()));
  const somebody = (await buildCaller(desk.it, 'SystemAdmin')).headers;
  const correct = () => desk.send('PATCH', `/reg_fees/${id}`, { transaction_id }, somebody);
  const before = await storedOf(id);
  expect(await correct()).toMatchObject({ status: 409, body: { code: 'transaction_id_taken' } });
  expect(await storedOf(id)).toEqual(before);
  await changePayment(desk.it, payment_ids[1], 'reverse', 'Another car.');
  expect((await correct()).status).toBe(200);
});

test('nobody gives a claim the ID of money that they captured themselves; somebody else may', async () => {
  const other = await buildCaller(desk.it, 'SystemAdmin');
  const id = await buildPayment(desk.it, submissionOf(await desk.newDriver()));
  const transaction_id = nextTransactionId();
  const money = { transaction_id, mobile_number: '', amount: '200.00', reference: '' };
  await desk.send('POST', '/payments/capture_momo', money);
  expect(await desk.send('PATCH', `/reg_fees/${id}`, { transaction_id })).toMatchObject({
    status: 403,
    body: { message: 'You captured this money, so somebody else has to decide.' },
  });
  expect((await desk.send('PATCH', `/reg_fees/${id}`, { transaction_id }, other.headers)).status).toBe(200);
});

test('deleting rejects a claim that waits with its reason, and sends a cleared one to be reversed', async () => {
  const driver = await desk.newDriver();
  const claim = submissionOf(driver);
  const id = await buildPayment(desk.it, claim);
  expect(await desk.send('DELETE', `/reg_fees/${id}`, { reason: 'Sent twice by mistake' })).toEqual({
    status: 200,
    body: { status: true, message: `The payment ${claim.transaction_id} is rejected.` },
  });
  expect(await storedOf(id)).toMatchObject({ status: 'rejected', status_reason: 'Sent twice by mistake' });
  expect(await auditOf(id)).toMatchObject([{ action: 'payments.reject' }]);
  const another = await buildPayment(desk.it, submissionOf(driver));
  expect((await desk.send('DELETE', `/reg_fees/${another}`)).status).toBe(200);
  expect((await storedOf(another)).status_reason).toBe('Deleted by the office.');
  const cleared = submissionOf(driver);
  const kept = await buildPayment(desk.it, cleared, 'cleared');
  expect(await desk.send('DELETE', `/reg_fees/${kept}`)).toMatchObject({
    status: 409,
    body: {
      message: `The payment ${cleared.transaction_id} was cleared, so it is not deleted. Reverse it instead, with a reason.`,
    },
  });
  expect((await storedOf(kept)).status).toBe('cleared');
  expect((await desk.send('DELETE', '/monthly_subscriptions/999999')).status).toBe(404);
});

test('staff claim a payment for a driver as the public form does, and list all of them', async () => {
  const driver = await desk.newDriver();
  const claim = submissionOf(driver);
  const { status, body } = await desk.send('POST', '/fee_payment', claim);
  expect([status, body.success]).toEqual([201, true]);
  expect(body.message).toBe('The payment of GHS 200.00 is kept and waits to be cleared.');
  expect((await storedOf(body.payment_id)).status).toBe('submitted');
  expect(await desk.send('POST', '/fee_payment', claim)).toMatchObject({
    status: 409,
    body: { code: 'transaction_id_taken' },
  });
  const listed = await desk.send('GET', '/fee_payment?status=submitted&size=200');
  expect(listed.body.map(({ id }: { id: string }) => id)).toContain(body.payment_id);
});

test('fees are for staff, and correcting and deleting for those who clear', async () => {
  const id = await buildPayment(desk.it, submissionOf(await desk.newDriver()));
  const { headers: operations } = await buildCaller(desk.it, 'Operations');
  const calls = [
    ['GET', `/reg_fees/${id}`],
    ['PATCH', `/reg_fees/${id}`],
    ['DELETE', `/reg_fees/${id}`],
    ['GET', '/fee_payment'],
  ] as const;
  for (const [method, path] of calls) {
    const payload = method === 'PATCH' ? { transaction_id: nextTransactionId() } : undefined;
    expect((await desk.send(method, path, payload, {})).status).toBe(401);
    expect((await desk.send(method, path, payload, operations)).status).toBe(403);
  }
});
