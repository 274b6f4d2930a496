import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { creditOf } from '#domains/ledger';
import { buildAttempt } from '../../../../test/builders/attempts.ts';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildCaller } from '../../../../test/builders/identity.ts';
import { buildPayment, changePayment } from '../../../../test/builders/payments.ts';
import { nextTransactionId, submissionOf } from '../../../../test/builders/submissions.ts';
import { buildTransfer } from '../../../../test/builders/transfers.ts';
import { SAME_PERSON } from '../../../../test/drivers.ts';
import { type Prompts, startPrompts } from '../../../../test/prompts/harness.ts';
import { countWaiting } from '../../../../test/waiting.ts';
import { settlePrompt } from './follow-prompts.ts';

let prompts: Prompts;
beforeAll(async () => {
  prompts = await startPrompts();
});
afterAll(() => prompts.close());

/** A prompt that was asked for, with its driver, and a function that tells that it was paid. */
const asked = async () => {
  const { request, send, stored, it } = prompts;
  const driver = await request();
  const { reference } = (await send(driver)).json();
  const { id, driver_id: asker } = await stored(reference);
  const driver_id = asker ?? '';
  const transactionId = nextTransactionId();
  const pay = (given: Partial<{ transactionId: string; amount: string }> = {}) =>
    settlePrompt(it.db, id, { transactionId, amount: '200.00', ...given }, it.clock.now);
  return { driver, driver_id, reference, transactionId, pay };
};

const paymentsWith = (id: string) =>
  prompts.it.db.selectFrom('payments').selectAll().where('transaction_id', '=', id).orderBy('id').execute();
const transfersWith = (id: string) =>
  prompts.it.db.selectFrom('transfers').selectAll().where('transaction_id', '=', id).execute();

test('a prompt that is told to be paid again, also at the same moment, is counted once', async () => {
  const { pay, transactionId, reference } = await asked();
  await Promise.allSettled([pay(), pay(), pay(), pay()]);
  await pay();
  const payments = await paymentsWith(transactionId);
  expect(payments).toMatchObject([{ status: 'cleared', transfer_id: (await transfersWith(transactionId))[0]?.id }]);
  expect(await transfersWith(transactionId)).toHaveLength(1);
  const entries = await prompts.it.db
    .selectFrom('ledger_entries')
    .select('number')
    .where('kind', '=', 'payment')
    .where('subject_id', '=', payments[0]?.id ?? '')
    .execute();
  expect(entries).toHaveLength(1);
  expect(await prompts.stored(reference)).toMatchObject({ state: 'paid', transaction_id: transactionId });
});

test('the driver’s own claim of the transaction ID is the one that is cleared', async () => {
  const { driver, pay, transactionId, reference } = await asked();
  const id = await buildPayment(prompts.it, submissionOf(driver, { transaction_id: transactionId }));
  await pay();
  expect(await paymentsWith(transactionId)).toMatchObject([{ id, status: 'cleared' }]);
  expect((await prompts.stored(reference)).payment_id).toBe(id);
});

test('what a driver’s phone approves after their record was merged is paid for the record that stays', async () => {
  const { it } = prompts;
  const { driver_id, pay, transactionId } = await asked();
  const { driver: kept } = await buildDriver(it);
  const { headers } = await buildCaller(it, 'SystemAdmin');
  const payload = { into: kept.id, reason: 'Registered twice.', same_person: SAME_PERSON };
  const merged = await it.app.inject({ method: 'POST', url: `/api/drivers/${driver_id}/merge`, headers, payload });
  expect(merged.statusCode).toBe(200);
  await pay();
  expect(await paymentsWith(transactionId)).toMatchObject([{ driver_id: kept.id, status: 'cleared' }]);
});

test('a claim of the transaction ID by hand after the prompt was paid is refused', async () => {
  const { driver, pay, transactionId } = await asked();
  await pay();
  const again = await prompts.it.app.inject({
    method: 'POST',
    url: '/api/payments',
    payload: submissionOf(driver, { transaction_id: transactionId, payment_type: 'DP', amount: '200.00' }),
  });
  expect(again.statusCode).toBe(409);
  expect(again.json().code).toBe('transaction_id_taken');
});

test('another driver’s claim of the transaction ID ends, and takes nothing from who paid', async () => {
  const { pay, transactionId, reference } = await asked();
  const other = await prompts.request();
  const stolen = await buildPayment(prompts.it, submissionOf(other, { transaction_id: transactionId }));
  await pay();
  expect(await paymentsWith(transactionId)).toMatchObject([
    {
      id: stolen,
      status: 'rejected',
      status_reason: 'The money with this transaction ID was paid by a prompt for another driver.',
    },
    { status: 'cleared' },
  ]);
  expect((await prompts.stored(reference)).payment_id).not.toBe(stolen);
});

test('a prompt whose transaction ID another network’s money has clears its own claim, and leaves the other one', async () => {
  const { pay, transactionId, reference } = await asked();
  const { it } = prompts;
  await buildTransfer(it, { transaction_id: transactionId, network: 'TELECEL', amount: '90.00' });
  const other = await buildPayment(it, submissionOf(await prompts.request(), { transaction_id: transactionId }));
  await pay();
  expect(await paymentsWith(transactionId)).toMatchObject([{ id: other, status: 'submitted' }]);
  const [paid] = await paymentsWith(`${transactionId}-MTN`);
  expect(paid).toMatchObject({ status: 'cleared' });
  expect(await prompts.stored(reference)).toMatchObject({ state: 'paid', payment_id: paid?.id });
});

test('money that was cleared for another driver by a person stays there, and the prompt is paid without a payment', async () => {
  const { pay, transactionId, reference } = await asked();
  const other = await prompts.request();
  const held = await buildPayment(prompts.it, submissionOf(other, { transaction_id: transactionId }), 'cleared');
  await pay();
  expect(await paymentsWith(transactionId)).toMatchObject([{ id: held, status: 'cleared' }]);
  expect(await prompts.stored(reference)).toMatchObject({ state: 'paid', payment_id: null });
  expect((await prompts.read(reference)).message).toContain('was received and waits to be cleared');
});

test('a fee that was paid otherwise meanwhile leaves the money as the driver’s credit', async () => {
  const { driver, driver_id, pay, transactionId } = await asked();
  await buildPayment(prompts.it, submissionOf(driver), 'cleared');
  await pay();
  expect(await paymentsWith(transactionId)).toMatchObject([{ status: 'cleared', is_credit: true }]);
  expect((await creditOf(prompts.it.db, [driver_id])).get(driver_id)).toBe(20_000n);
});

test('a transaction ID that others sent too clears the fee of whoever paid by the prompt, not only their credit', async () => {
  const { driver, driver_id, pay, transactionId } = await asked();
  const { it } = prompts;
  const id = await buildPayment(it, submissionOf(driver, { transaction_id: transactionId }));
  await buildAttempt(it, submissionOf(await prompts.request(), { transaction_id: transactionId }));
  await pay();
  expect(await paymentsWith(transactionId)).toMatchObject([{ id, status: 'cleared', is_credit: false }]);
  expect((await creditOf(it.db, [driver_id])).get(driver_id) ?? 0n).toBe(0n);
});

test('a claim that somebody holds at that moment is cleared for its fee all the same', async () => {
  const { driver, pay, transactionId } = await asked();
  const { it } = prompts;
  const id = await buildPayment(it, submissionOf(driver, { transaction_id: transactionId }));
  let paid: Promise<void> | undefined;
  await it.db.transaction().execute(async (tx) => {
    await sql`SELECT FROM payments WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx);
    paid = pay();
    await expect.poll(() => countWaiting(it.db)).toBe(1);
  });
  await paid;
  expect(await paymentsWith(transactionId)).toMatchObject([{ id, status: 'cleared', is_credit: false }]);
});

test('money that a statement doubts waits for a person, and the prompt is told as paid', async () => {
  const { pay, transactionId, reference } = await asked();
  const { db, clock } = prompts.it;
  const money = { mode: 'momo', transaction_id: transactionId, amount: '200.00', received_on: '2026-11-19' } as const;
  const captured = {
    source: 'capture',
    captured_by: null,
    captured_at: clock.now,
    statement_amount: '150.00',
    posted_amount: '200.00',
  } as const;
  await db
    .insertInto('transfers')
    .values({ ...money, ...captured })
    .execute();
  await pay();
  expect(await paymentsWith(transactionId)).toMatchObject([{ status: 'submitted' }]);
  expect(await prompts.stored(reference)).toMatchObject({ state: 'paid' });
});

test('money of another amount than was asked for waits for a person, and is not forgotten', async () => {
  const { pay, transactionId } = await asked();
  await pay({ amount: '150.00' });
  expect(await paymentsWith(transactionId)).toMatchObject([
    { status: 'submitted', amount: '200.00', has_transfer: true },
  ]);
  expect(await transfersWith(transactionId)).toMatchObject([{ status: 'open', amount: '150.00' }]);
});

test('money that was captured by hand before the network told of it is the same money', async () => {
  const { pay, transactionId, reference } = await asked();
  const captured = await prompts.it.db
    .insertInto('transfers')
    .values({
      ...{ mode: 'momo', transaction_id: `00${transactionId}`, amount: '200.00', received_on: '2026-11-19' },
      ...{ source: 'capture', captured_by: null, captured_at: prompts.it.clock.now, posted_amount: '200.00' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await pay();
  expect(await transfersWith(transactionId)).toEqual([]);
  expect(await prompts.stored(reference)).toMatchObject({ state: 'paid', transfer_id: captured.id });
  expect(await paymentsWith(transactionId)).toMatchObject([
    { status: 'cleared', transfer_id: captured.id, transaction_date: '2026-11-19' },
  ]);
});

test('a claim of the driver’s that was rejected before does not keep the money from counting', async () => {
  const { driver, pay, transactionId } = await asked();
  const claim = await buildPayment(prompts.it, submissionOf(driver, { transaction_id: transactionId }));
  await changePayment(prompts.it, claim, 'reject', 'No receipt was found.');
  await pay();
  expect(await paymentsWith(transactionId)).toMatchObject([{ status: 'rejected' }, { status: 'cleared' }]);
});

test('a prompt that was given up or had failed counts all the same where it turns out to be paid', async () => {
  const { pay, transactionId, reference } = await asked();
  const ended_at = prompts.it.clock.now;
  await prompts.it.db
    .updateTable('prompts')
    .set({ state: 'failed', reason: 'EXPIRED', ended_at })
    .where('reference', '=', reference)
    .execute();
  await pay();
  expect(await paymentsWith(transactionId)).toMatchObject([{ status: 'cleared' }]);
  expect(await prompts.stored(reference)).toMatchObject({ state: 'paid', reason: '' });
});
