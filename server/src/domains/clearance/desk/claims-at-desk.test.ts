import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#domains/ledger';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { nextTransactionId, submissionOf } from '../../../../test/builders/submissions.ts';
import { type Desk, monthOf, rowOf, startDesk } from '../../../../test/desk/harness.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

test('a waiting claim with the transaction ID is what gets cleared, where a row is the same', async () => {
  const driver = await desk.newDriver();
  const claim = submissionOf(driver);
  const id = await buildPayment(desk.it, claim);
  const given = { mode: 'momo', transaction_id: claim.transaction_id, seen_in_account: true, amount: '500.00' };
  const payments = [monthOf(driver, 'NOVEMBER'), rowOf(driver)];
  const clerk = await buildCaller(desk.it, 'SystemAdmin');
  expect(await desk.receive({ ...given, payments })).toMatchObject({
    status: 409,
    message:
      'The claim is of GHS 200.00, the money is GHS 500.00, so somebody else has to decide it on Payment Clearance.',
  });
  const money = { transaction_id: claim.transaction_id, mobile_number: '', amount: '500.00', reference: '' };
  await desk.post('/payments/capture_momo', money, clerk.headers);
  const answer = await desk.receive({ ...given, payments });
  expect(answer).toMatchObject({ status: 201 });
  expect(answer.payment_ids[1]).toBe(id);
  expect((await Promise.all(answer.payment_ids.map(desk.paymentOf))).map(({ part, status }) => [part, status])).toEqual(
    [
      [2, 'cleared'],
      [1, 'cleared'],
    ],
  );
});

test('one row alone, with the claim’s own amount, needs no second person', async () => {
  const driver = await desk.newDriver();
  const claim = submissionOf(driver);
  const id = await buildPayment(desk.it, claim);
  const given = { mode: 'momo', transaction_id: claim.transaction_id, seen_in_account: true };
  const answer = await desk.receive({ ...given, payments: [rowOf(driver)] });
  expect(answer).toMatchObject({ status: 201, payment_ids: [id] });
});

test('another driver’s claim of the transaction ID is shown, and sent to Payment Clearance', async () => {
  const [one, other] = [await desk.newDriver(), await desk.newDriver()];
  const claim = submissionOf(one);
  const id = await buildPayment(desk.it, claim);
  const given = { mode: 'momo', transaction_id: claim.transaction_id, seen_in_account: true };
  const answer = await desk.receive({ ...given, payments: [rowOf(other)] });
  expect(answer).toMatchObject({ status: 409, code: 'conflict', issues: [{ path: 'body.transaction_id' }] });
  expect(answer.message).toContain('A claim waits with this transaction ID.');
  expect(answer.message).toContain(one.car_number);
  expect(answer.message).toContain('decide it on Payment Clearance.');
  expect((await desk.paymentOf(id)).status).toBe('submitted');
});

test('money that was captured or is on a statement is used where it is free and of the same amount', async () => {
  const transaction_id = nextTransactionId();
  await desk.capture({ transaction_id });
  const given = { mode: 'momo', transaction_id, seen_in_account: true };
  const driver = await desk.newDriver();
  expect(
    await desk.receive({ ...given, amount: '300.00', payments: [rowOf(driver, { amount: '300.00' })] }),
  ).toMatchObject({
    status: 409,
    message: `GHS 200.00 was recorded for ${transaction_id} before, not GHS 300.00.`,
  });
  expect(await desk.receive({ ...given, payments: [rowOf(driver)] })).toMatchObject({ status: 201 });
  expect(await desk.transfersOf(transaction_id)).toMatchObject([{ status: 'matched', source: 'capture' }]);
});

test('a hundred claims and receipts of one transaction ID at once make one payment', async () => {
  const driver = await desk.newDriver();
  const claim = submissionOf(driver);
  const { transaction_id } = claim;
  const given = { mode: 'momo', amount: '200.00', transaction_id, seen_in_account: true, payments: [rowOf(driver)] };
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => {
      if (n % 3 === 0) return desk.post('/payments', claim, {});
      return n % 3 === 1 ? desk.post('/payments/receive', given) : desk.capture({ transaction_id });
    }),
  );
  // Some find no room for their body, as a flood from one address does.
  expect(answers.filter(({ status }) => ![201, 409, 503].includes(status))).toEqual([]);
  expect(answers.filter(({ status }) => status !== 503).length).toBeGreaterThan(30);
  const payments = await desk.it.db
    .selectFrom('payments')
    .select(['part', 'status'])
    .where('transaction_id', '=', transaction_id)
    .execute();
  expect(payments).toHaveLength(1);
  expect(await desk.transfersOf(transaction_id)).toHaveLength(1);
  expect(await checkLedger(desk.it.db)).toEqual([]);
});
