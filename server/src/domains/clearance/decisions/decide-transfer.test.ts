import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { nextTransactionId, submissionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { type Cases, startCases } from '../../../../test/cases/harness.ts';
import { author } from '../../../../test/clearing-office.ts';

let cases: Cases;
beforeAll(async () => {
  cases = await startCases();
});
afterAll(() => cases.close());

test('money is set aside with a reason, and that can be undone', async () => {
  const id = await buildTransfer(cases.it);
  expect((await cases.decideMoney(id, { decision: 'dismiss' })).body.message).toBe(
    'Please give the reason in a few words.',
  );
  expect((await cases.decideMoney(id, { decision: 'dismiss', reason: 'Not ours.' })).body.message).toBe(
    'The money is set aside.',
  );
  expect(await cases.show(`T${id}`)).toMatchObject({ reason: 'dismissed', money: { status_reason: 'Not ours.' } });
  const again = await cases.decideMoney(id, { decision: 'dismiss', reason: 'Not ours.' });
  expect([again.status, again.body.message]).toEqual([
    409,
    expect.stringMatching(/was set aside, so it cannot be set aside\. Set received money aside: ama\.mensah/),
  ]);
  expect((await cases.decideMoney(id, { decision: 'undo' })).body.message).toBe('The money waits again.');
  expect((await cases.decideMoney(id, { decision: 'undo' })).status).toBe(409);
});

test('money without a claim pays a driver’s fee, by the rules of claims', async () => {
  const driver = await cases.newDriver();
  const transaction_id = nextTransactionId();
  const id = await buildTransfer(cases.it, { transaction_id, mode: 'bank' });
  const fee = { car_number: driver.car_number, payment_type: 'RF' };
  expect((await cases.decideMoney(id, { decision: 'assign' })).body.message).toBe('Please say what the money is for.');
  const nobody = await cases.decideMoney(id, { decision: 'assign', fee: { ...fee, car_number: 'ZZ 0000-00' } });
  expect(nobody.body.message).toBe('No current driver has the car number ZZ 0000-00.');
  expect((await cases.decideMoney(id, { decision: 'assign', fee: { ...fee, payment_type: 'SS' } })).status).toBe(422);
  expect((await cases.decideMoney(id, { decision: 'assign', fee })).status).toBe(200);
  expect(
    await cases.it.db.selectFrom('payments').select(['mode', 'status']).where('driver_id', '=', driver.id).execute(),
  ).toEqual([{ mode: 'bank', status: 'cleared' }]);
  const paid = await cases.decideMoney(await buildTransfer(cases.it), { decision: 'assign', fee });
  expect(paid.body).toMatchObject({ code: 'already_paid' });
});

test('money that a claim waits for, or that was cleared before, is not given to somebody else', async () => {
  const waits = await cases.differing('150.00');
  const fee = { car_number: (await cases.newDriver()).car_number, payment_type: 'RF' };
  expect((await cases.decideMoney(waits.transfer, { decision: 'assign', fee })).body.message).toBe(
    'A claim with this transaction ID waits. Decide on that one.',
  );
  const claim = submissionOf(await cases.newDriver());
  await buildPayment(cases.it, claim, 'cleared');
  const late = await buildTransfer(cases.it, { transaction_id: claim.transaction_id });
  expect((await cases.decideMoney(late, { decision: 'assign', fee })).body.message).toBe(
    'A payment with this transaction ID was cleared without this money. Reverse it first, or set the money aside.',
  );
});

test('a statement of another amount is settled by somebody else than who captured it', async () => {
  const doubted = async () => {
    const transaction_id = nextTransactionId();
    const id = await buildTransfer(cases.it, { transaction_id }, author(cases.clerk));
    await buildTransfer(cases.it, { transaction_id, amount: '20.00', source: 'statement' });
    return { id, transaction_id };
  };
  const [one, other] = [await doubted(), await doubted()];
  const claim = await buildPayment(cases.it, submissionOf(await cases.newDriver()));
  const before = await cases.decide(claim, { decision: 'clear', transfer_id: one.id }, cases.admin);
  expect(before.body.message).toMatch(/^The statement shows GHS 20.00 for this money. Settle that first./);
  const reason = 'Looked at the account.';
  expect((await cases.decideMoney(one.id, { decision: 'accept', reason })).status).toBe(403);
  expect((await cases.decideMoney(one.id, { decision: 'accept', reason }, cases.admin)).body.message).toBe(
    'The amount stays GHS 200.00.',
  );
  expect((await cases.decideMoney(other.id, { decision: 'correct', reason }, cases.admin)).body.message).toBe(
    'The amount is GHS 20.00 now.',
  );
  expect((await cases.show(`T${other.id}`)).money.amount).toBe('20.00');
  expect((await cases.decideMoney(other.id, { decision: 'correct', reason }, cases.admin)).status).toBe(409);
});

test('money that payments were cleared with is corrected only after they are reversed', async () => {
  const claim = submissionOf(await cases.newDriver());
  await buildPayment(cases.it, claim);
  const id = await buildTransfer(cases.it, { transaction_id: claim.transaction_id });
  await buildTransfer(cases.it, { transaction_id: claim.transaction_id, amount: '20.00', source: 'statement' });
  const { body } = await cases.decideMoney(id, { decision: 'correct', reason: 'As the bank says.' }, cases.admin);
  expect(body.message).toMatch(/^Payments were cleared with this money. Reverse them first./);
});
