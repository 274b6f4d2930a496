import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#db/database.ts';
import { checkLedger, creditOf } from '#domains/ledger';
import { buildAttempt } from '../../../../test/builders/attempts.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { buildPrompt } from '../../../../test/builders/prompts.ts';
import { nextTransactionId, submissionOf } from '../../../../test/builders/submissions.ts';
import { moneyOf } from '../../../../test/builders/transfers.ts';
import { completedByCredit, whileReversed } from '../../../../test/cases/completed-by-credit.ts';
import { openOffice } from '../../../../test/clearing-office.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { nextPayer, TAKES_PROMPTS } from '../../../../test/prompts/harness.ts';
import { whileHeld } from '../../../../test/waiting.ts';
import { recordTransfers } from '../transfers/match-transfers.ts';
import { settlePrompt } from './follow-prompts.ts';

let it: TestApp;
let office: Awaited<ReturnType<typeof openOffice>>;
beforeAll(async () => {
  it = await startApp(TAKES_PROMPTS);
  office = await openOffice(it);
});
afterAll(() => it.close());

const idOf = async (reference: string): Promise<string> =>
  (await it.db.selectFrom('prompts').select('id').where('reference', '=', reference).executeTakeFirstOrThrow()).id;

test('a prompt does not clear its claim with credit that is reversed meanwhile', async () => {
  const { newDriver } = office;
  const driver = await newDriver();
  const { part, claim, id } = await completedByCredit(it, driver);
  const { transaction_id, amount } = claim;
  await buildAttempt(it, submissionOf(await newDriver(), { transaction_id }));
  const prompt = await idOf(await buildPrompt(it, driver, nextPayer(), { payment_type: 'DP', amount }));
  const money = { transactionId: transaction_id, amount };
  await whileReversed(it, part, () => settlePrompt(it.db, prompt, money, it.clock.now));
  expect(await office.stateOf(id)).toBe('submitted');
});

test('a prompt pays a claim of its own where its transaction ID was claimed by hand, and that ends meanwhile', async () => {
  const driver = await office.newDriver();
  const byHand = submissionOf(driver, { amount: '100.00' });
  const claim = await buildPayment(it, byHand);
  const prompt = await idOf(await buildPrompt(it, driver, nextPayer()));
  const hold = async (tx: Tx) => {
    await recordTransfers(tx, [moneyOf({ transaction_id: byHand.transaction_id })], { by: null, now: it.clock.now });
    await changePayment({ db: tx, clock: it.clock }, claim, 'reject', 'A false claim.');
  };
  const money = { transactionId: byHand.transaction_id, amount: '200.00' };
  await whileHeld(it.db, { hold }, () => settlePrompt(it.db, prompt, money, it.clock.now));
  const payments = await it.db.selectFrom('payments').selectAll().where('driver_id', '=', driver.id).execute();
  expect(payments.map(({ status, amount }) => `${status} ${amount}`).toSorted()).toEqual([
    'cleared 200.00',
    'rejected 100.00',
  ]);
});

test.each([1, 2, 3, 4])(
  'a prompt is paid as its transaction ID is captured, claimed and received at the desk: one payment, one transfer (%i)',
  async () => {
    const { admin, capture, newDriver, receive, send } = office;
    const driver = await newDriver();
    const id = await idOf(await buildPrompt(it, driver, nextPayer()));
    const transactionId = nextTransactionId();
    const pay = () => settlePrompt(it.db, id, { transactionId, amount: '200.00' }, it.clock.now);
    // Either may be refused while the answers are waited for, where another one came between.
    const settled = Promise.allSettled([pay(), pay()]);
    const answers = await Promise.all([
      capture(transactionId, '200.00'),
      capture(transactionId, '200.00', admin),
      receive(transactionId, '200.00', driver, admin),
      send('POST', '/payments', submissionOf(driver, { transaction_id: transactionId }), null),
    ]);
    for (const { status } of answers) expect(status).toBeLessThan(500);
    await settled;
    // The next poll of the prompt.
    await pay();
    const payments = await it.db.selectFrom('payments').selectAll().where('driver_id', '=', driver.id).execute();
    const cleared = payments.filter(({ status }) => status === 'cleared');
    expect(cleared).toHaveLength(1);
    const money = await it.db.selectFrom('transfers').selectAll().where('transaction_id', '=', transactionId).execute();
    expect(money).toMatchObject([{ id: cleared[0]?.transfer_id, amount: '200.00', status: 'matched' }]);
    expect((await creditOf(it.db, [driver.id])).get(driver.id) ?? 0n).toBe(0n);
    expect(await checkLedger(it.db)).toEqual([]);
    const prompt = await it.db.selectFrom('prompts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(prompt).toMatchObject({ state: 'paid', transaction_id: transactionId, payment_id: cleared[0]?.id });
  },
);
