import { afterAll, beforeAll, expect, test } from 'vitest';
import { balanceOf, creditOf } from '#domains/ledger';
import { checkBooks } from '../../../../test/book-checks.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { submissionOf } from '../../../../test/builders/submissions.ts';
import { type Desk, monthOf, rowOf, startDesk } from '../../../../test/desk/harness.ts';

let desk: Desk;
let admin: Awaited<ReturnType<typeof buildCaller>>['headers'];
beforeAll(async () => {
  desk = await startDesk();
  admin = (await buildCaller(desk.it, 'SystemAdmin')).headers;
});
afterAll(() => desk.close());

let number = 5000;
/** A cheque for a registration, a month and the rest as credit, as the desk received it. */
const received = async (amount = '550.00') => {
  number += 1;
  const { driver } = await buildDriver(desk.it, { plan: 'monthly' });
  const answer = await desk.receive({
    ...{ mode: 'cheque', transaction_id: String(number), bank: 'GCB BANK', payer_name: 'Ama Drawer' },
    ...{ amount, received_on: '2026-11-18', credit_to: driver.driver_code },
    payments: [rowOf(driver), monthOf(driver, 'NOVEMBER')],
  });
  const [transfer] = await desk.it.db
    .selectFrom('transfers')
    .select('id')
    .where('transaction_id', '=', answer.transaction_id)
    .execute();
  return { answer, driver, transfer: transfer?.id ?? '', payments: answer.payment_ids as string[] };
};

const decide = (transfer: string, body: object, as = desk.headers) =>
  desk.send('PATCH', `/transfers/${transfer}`, body, as);
const statesOf = (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await desk.paymentOf(id)).status));
const moneyOf = (id: string) =>
  desk.it.db
    .selectFrom('transfers')
    .select(['status', 'posted_amount', 'received_on'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const bank = () => balanceOf(desk.it.db, '1020');
const expectRightBooks = async () => expect((await checkBooks(desk.it)).differences).toEqual([]);

test('a cheque waits for its bank: nothing is covered, and nothing in the books', async () => {
  const before = await bank();
  const { answer, transfer, payments, driver } = await received();
  expect(answer.message).toBe(
    `The cheque of GHS 550.00 is received under ${answer.transaction_id}: its 3 payments wait until the bank has paid it.`,
  );
  expect(await statesOf(payments)).toEqual(['submitted', 'submitted', 'submitted']);
  expect(await moneyOf(transfer)).toMatchObject({ status: 'pending', posted_amount: '0.00' });
  expect(await bank()).toBe(before);
  expect((await creditOf(desk.it.db, [driver.id])).size).toBe(0);
  expect((await desk.send('PATCH', `/clearance/${payments[0]}`, { decision: 'clear' })).status).not.toBe(200);
  await expectRightBooks();
});

test('once the bank has paid it, all that it pays is cleared on the bank’s day, as the desk would have', async () => {
  const { transfer, payments, driver } = await received();
  const before = await bank();
  expect((await decide(transfer, { decision: 'bank_paid', day: '2026-11-17' })).body).toMatchObject({
    issues: [{ path: 'body.day' }],
  });
  const { status, body } = await decide(transfer, { decision: 'bank_paid', day: '2026-11-19' });
  expect([status, body.message]).toEqual([200, 'The bank paid GHS 550.00. 3 payments are cleared.']);
  expect(await Promise.all(payments.map(desk.paymentOf))).toMatchObject([
    { status: 'cleared', is_credit: false, transaction_date: '2026-11-19' },
    { status: 'cleared', is_credit: false, transaction_date: '2026-11-19' },
    { status: 'cleared', is_credit: true, amount: '50.00' },
  ]);
  expect(await moneyOf(transfer)).toEqual({ status: 'matched', posted_amount: '550.00', received_on: '2026-11-19' });
  expect((await bank()) - before).toBe(55_000n);
  expect((await creditOf(desk.it.db, [driver.id])).get(driver.id)).toBe(5_000n);
  expect((await decide(transfer, { decision: 'bank_paid' })).status).toBe(409);
  await expectRightBooks();
});

test('of a fee that was paid meanwhile, the cheque’s money becomes credit', async () => {
  const { transfer, payments, driver } = await received();
  await buildPayment(desk.it, submissionOf(driver), 'cleared');
  expect((await decide(transfer, { decision: 'bank_paid' })).status).toBe(200);
  expect(await desk.paymentOf(payments[0] ?? '')).toMatchObject({ status: 'cleared', is_credit: true });
  await expectRightBooks();
});

test('a cheque that bounces pays nothing, and its payments are rejected with the reason', async () => {
  const { transfer, payments } = await received();
  expect((await decide(transfer, { decision: 'bounced' })).status).toBe(400);
  const { body } = await decide(transfer, { decision: 'bounced', reason: 'Refer to drawer.' });
  expect(body.message).toBe('The cheque bounced. Its 3 payments are rejected.');
  expect(await statesOf(payments)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await moneyOf(transfer)).toMatchObject({ status: 'ended', posted_amount: '0.00' });
  expect((await decide(transfer, { decision: 'bank_paid' })).status).toBe(409);
  expect((await decide(transfer, { decision: 'bounced', reason: 'Again.' })).status).toBe(409);
  await expectRightBooks();
});

test('a cheque that bounces after the bank had paid takes its payments back, by somebody else who may reverse', async () => {
  const { transfer, payments } = await received();
  await decide(transfer, { decision: 'bank_paid' });
  const before = await bank();
  const bounced = { decision: 'bounced', reason: 'Refer to drawer.' };
  expect((await decide(transfer, bounced)).status).toBe(409);
  const { status, body } = await decide(transfer, bounced, admin);
  expect([status, body.message]).toEqual([200, 'The cheque bounced. Its 3 payments are reversed.']);
  expect(await statesOf(payments)).toEqual(['reversed', 'reversed', 'reversed']);
  expect(await bank()).toBe(before - 55_000n);
  expect(await moneyOf(transfer)).toMatchObject({ status: 'ended', posted_amount: '0.00' });
  await expectRightBooks();
});

test('a cheque that bounces after its credit paid a fee takes that back too', async () => {
  const { transfer, driver } = await received('9000.00');
  await decide(transfer, { decision: 'bank_paid' });
  const uses = () => desk.it.db.selectFrom('credit_uses').select('status').where('driver_id', '=', driver.id).execute();
  expect(await uses()).toEqual([{ status: 'used' }]);
  expect((await decide(transfer, { decision: 'bounced', reason: 'Refer to drawer.' }, admin)).status).toBe(200);
  expect(await uses()).toEqual([{ status: 'returned' }]);
  expect((await creditOf(desk.it.db, [driver.id])).get(driver.id) ?? 0n).toBe(0n);
  await expectRightBooks();
});

test('other money neither waits for a bank nor bounces', async () => {
  const { transaction_id } = await desk.receive({ payments: [rowOf(await desk.newDriver())] });
  const [cash] = await desk.it.db
    .selectFrom('transfers')
    .select('id')
    .where('transaction_id', '=', transaction_id)
    .execute();
  for (const body of [{ decision: 'bank_paid' }, { decision: 'bounced', reason: 'Torn.' }]) {
    expect((await decide(cash?.id ?? '', body, admin)).status).toBe(409);
  }
});

test('whichever of twenty people is first, the bank has paid a cheque once', async () => {
  const { transfer } = await received();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      decide(transfer, n % 2 ? { decision: 'bank_paid' } : { decision: 'bounced', reason: 'Refer to drawer.' }, admin),
    ),
  );
  // A bounce may follow the bank's payment, and nothing follows a bounce.
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2);
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  await expectRightBooks();
});
