import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf } from '#domains/ledger';
import { checkBooks } from '../../../../test/book-checks.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
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

/** A claim that money cleared, which somebody captured. */
const cleared = async (captor: Parameters<typeof author>[0] | null = null, amount = '200.00') => {
  const driver = await cases.newDriver();
  const claim = submissionOf(driver);
  const id = await buildPayment(cases.it, claim);
  const given = { transaction_id: claim.transaction_id, amount };
  const transfer = await buildTransfer(cases.it, given, captor && author(captor));
  if (amount !== '200.00') await cases.decide(id, { decision: 'clear', amount: '200.00' });
  return { driver, id, transfer };
};

const reason = 'The driver says so.';
const reverse = (id: string, cause: string | undefined, by = cases.admin) =>
  cases.decide(id, { decision: 'reverse', reason, ...(cause && { cause }) }, by);

const moneyOf = (id: string) =>
  cases.it.db
    .selectFrom('transfers')
    .select(['status', 'status_reason', 'posted_amount'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const momo = () => balanceOf(cases.it.db, '1000');
const expectRightBooks = async () => expect((await checkBooks(cases.it)).differences).toEqual([]);

test('a reversal says why, in a word and in a sentence', async () => {
  const { id } = await cleared();
  expect(await reverse(id, undefined)).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'body.cause', message: 'Please say why the payment is reversed.' }] },
  });
  // Money is given back by a refund.
  expect((await reverse(id, 'given_back')).status).toBe(400);
  expect((await reverse(id, 'never_came')).status).toBe(200);
  const said = 'Money never came: The driver says so.';
  expect((await cases.paymentOf(id)).status_reason).toBe(said);
  expect((await cases.show(id)).history).toMatchObject([
    { action: 'payments.reverse', reason: said },
    { action: 'payments.clear', actor: 'the server' },
  ]);
  const receipt = cases.it.db.selectFrom('receipts').select('void_reason').where('subject_id', '=', id);
  expect(await receipt.executeTakeFirstOrThrow()).toEqual({ void_reason: said });
});

test('money of the wrong car stays, and somebody else than the reverser says whose it is', async () => {
  const { id, transfer } = await cleared();
  const before = await momo();
  await reverse(id, 'wrong_car');
  expect(await momo()).toBe(before);
  expect(await moneyOf(transfer)).toMatchObject({ status: 'open' });
  const other = await cases.newDriver();
  const body = { decision: 'assign', fee: { car_number: other.car_number, payment_type: 'RF' } };
  expect(await cases.decideMoney(transfer, body, cases.admin)).toMatchObject({
    status: 403,
    body: { message: 'You reversed this, so somebody else has to decide.' },
  });
  const claim = await buildPayment(cases.it, submissionOf(await cases.newDriver()));
  const taken = { decision: 'clear', transfer_id: transfer };
  expect((await cases.decide(claim, taken, cases.admin)).status).toBe(403);
  expect((await cases.decideMoney(transfer, body, cases.clerk)).status).toBe(200);
  await expectRightBooks();
});

test('the server clears nothing with money of the wrong car by itself, whatever claim comes for it', async () => {
  const transaction_id = nextTransactionId();
  const id = await buildPayment(cases.it, submissionOf(await cases.newDriver(), { transaction_id }));
  const transfer = await buildTransfer(cases.it, { transaction_id });
  await reverse(id, 'wrong_car');
  const later = await buildPayment(cases.it, submissionOf(await cases.newDriver(), { transaction_id }));
  await cases.send('POST', '/payments/capture_momo', {
    transaction_id,
    mobile_number: '',
    amount: '200.00',
    reference: '',
    seen_in_account: true,
  });
  await cases.send('POST', '/clearance/clear_ready', {}, cases.admin);
  expect((await cases.paymentOf(later)).status).toBe('submitted');
  await cases.send('POST', '/clearance/clear_ready', {}, cases.clerk);
  expect((await cases.paymentOf(later)).status).toBe('cleared');
  expect(await cases.moneyState(transfer)).toBe('matched');
});

test('a transaction ID stays used while its money pays others, though its first payment was reversed', async () => {
  const { id, transfer } = await cleared(null, '400.00');
  const found = cases.it.db.selectFrom('transfers').select('transaction_id').where('id', '=', transfer);
  const { transaction_id } = await found.executeTakeFirstOrThrow();
  const [other, stranger] = [await cases.newDriver(), await cases.newDriver()];
  const fee = { car_number: other.car_number, payment_type: 'RF' };
  expect((await cases.decideMoney(transfer, { decision: 'assign', fee }, cases.admin)).status).toBe(200);
  expect((await reverse(id, 'wrong_car', await buildCaller(cases.it, 'SystemAdmin'))).status).toBe(200);
  const claim = await cases.it.app.inject({
    method: 'POST',
    url: '/api/payments',
    payload: submissionOf(stranger, { transaction_id }),
    remoteAddress: '10.3.0.1',
  });
  expect(claim.json()).toMatchObject({ code: 'transaction_id_taken' });
  const attempts = cases.it.db.selectFrom('payment_attempts').select('driver_id');
  expect(await attempts.where('transaction_id', '=', transaction_id).execute()).toEqual([{ driver_id: stranger.id }]);
});

test('money that never came ends, with everything that it paid', async () => {
  const { id, transfer } = await cleared(null, '400.00');
  const other = await cases.newDriver();
  const fee = { car_number: other.car_number, payment_type: 'RF' };
  await cases.decideMoney(transfer, { decision: 'assign', fee });
  expect((await moneyOf(transfer)).status).toBe('matched');
  const before = await momo();
  expect((await reverse(id, 'never_came')).body.message).toBe(
    'All 2 payments of this money are reversed. The money is out of the books.',
  );
  expect(await momo()).toBe(before - 40_000n);
  expect(await moneyOf(transfer)).toMatchObject({ status: 'ended', posted_amount: '0.00' });
  const { body: shown } = await cases.send('GET', `/money_received/${transfer}`, undefined, cases.admin);
  expect(shown.ended_as).toBe('never_came');
  const left = cases.it.db.selectFrom('payments').select('status').where('transfer_id', '=', transfer);
  expect(await left.execute()).toEqual([{ status: 'reversed' }, { status: 'reversed' }]);
  await expectRightBooks();
});

test.each(['capture', 'desk'] as const)(
  'whoever recorded money by %s does not reverse its payment; somebody else does',
  async (source) => {
    for (const role of ['SystemAdmin', 'SuperAdmin'] as const) {
      const captor = await buildCaller(cases.it, role);
      const claim = submissionOf(await cases.newDriver());
      const id = await buildPayment(cases.it, claim);
      await buildTransfer(cases.it, { transaction_id: claim.transaction_id, source }, author(captor));
      const refusal = `You ${source === 'desk' ? 'received' : 'captured'} this money, so somebody else has to decide.`;
      expect(await reverse(id, 'never_came', captor)).toMatchObject({ status: 403, body: { message: refusal } });
      expect((await cases.show(id, captor)).money.reversal_hindrance).toBe(refusal);
      expect((await cases.show(id, cases.admin)).money.reversal_hindrance).toBeNull();
      expect((await reverse(id, 'never_came', await buildCaller(cases.it, role))).status).toBe(200);
    }
  },
);

test('the only person who may reverse payments reverses money of their own, which is marked', async () => {
  const office = await startCases();
  try {
    const claim = submissionOf(await office.newDriver());
    const id = await buildPayment(office.it, claim);
    await buildTransfer(office.it, { transaction_id: claim.transaction_id, source: 'desk' }, author(office.admin));
    expect((await office.show(id, office.admin)).money.reversal_hindrance).toBeNull();
    const body = { decision: 'reverse', cause: 'never_came', reason };
    expect((await office.decide(id, body, office.admin)).status).toBe(200);
    const alone = office.it.db.selectFrom('alone_decisions').select(['account_id', 'action', 'subject']);
    expect(await alone.execute()).toEqual([
      { account_id: office.admin.id, action: 'payments.reverse', subject: claim.transaction_id },
    ]);
  } finally {
    await office.close();
  }
});
