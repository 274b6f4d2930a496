import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#db/database.ts';
import { checkLedger } from '#domains/ledger';
import { buildDriver } from '../../../../test/builders/drivers.ts';
import { buildPayment } from '../../../../test/builders/payments.ts';
import { nextTransactionId, submissionOf, subscriptionOf } from '../../../../test/builders/submissions.ts';
import { listening } from '../../../../test/database/overhear.ts';
import { startApp, type TestApp } from '../../../../test/harness.ts';
import { clearWith } from './clear-with.ts';
import { hasLateClaims, matchLateClaims, matchTransfers, recordTransfers } from './match-transfers.ts';
import { reversePayments } from './reverse-payments.ts';
import type { NewTransfer } from './transfers.repo.ts';

let it: TestApp;
beforeAll(async () => {
  it = await startApp();
});
afterAll(() => it.close());

const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => it.db.transaction().execute(work);

const received = (given: Partial<NewTransfer> = {}): NewTransfer => ({
  mode: 'momo',
  transaction_id: nextTransactionId(),
  amount: '200.00',
  received_on: '2026-11-18',
  payer_name: '',
  payer_number: '',
  reference: '',
  source: 'capture',
  ...given,
});

const capture = (...transfers: NewTransfer[]) =>
  inTransaction(async (tx) => {
    const recorded = await recordTransfers(tx, transfers, { by: null, now: it.clock.now });
    await matchTransfers(
      tx,
      recorded.map(({ id }) => id),
      {
        now: it.clock.now,
        setOffBy: 'a test',
        statement: { lines: transfers.filter(({ source }) => source === 'statement'), broughtBy: [] },
      },
    );
    return recorded;
  });

const paymentOf = (id: string) =>
  it.db
    .selectFrom('payments')
    .select(['status', 'amount', 'claimed_amount', 'transaction_date', 'date_of', 'has_transfer', 'transfer_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const statusOf = async (id: string | undefined) =>
  (
    await it.db
      .selectFrom('transfers')
      .select('status')
      .where('id', '=', id ?? '')
      .executeTakeFirstOrThrow()
  ).status;
const entries = async () =>
  Number(
    (
      await it.db
        .selectFrom('ledger_entries')
        .select((eb) => eb.fn.countAll<string>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

test('money with a claim’s transaction ID and amount clears it, on the day of the money', async () => {
  const { driver } = await buildDriver(it);
  const claim = submissionOf(driver);
  const id = await buildPayment(it, claim);
  const [transfer] = await capture(received({ transaction_id: claim.transaction_id }));
  expect(await paymentOf(id)).toEqual({
    status: 'cleared',
    amount: '200.00',
    claimed_amount: null,
    transaction_date: '2026-11-18',
    date_of: 'transfer',
    has_transfer: true,
    transfer_id: transfer?.id,
  });
  expect(await statusOf(transfer?.id)).toBe('matched');
});

test('zeros before an ID make no difference', async () => {
  const claim = submissionOf((await buildDriver(it)).driver, { transaction_id: '5061132191' });
  const id = await buildPayment(it, claim);
  await capture(received({ transaction_id: '0000005061132191' }));
  expect((await paymentOf(id)).status).toBe('cleared');
});

test('another amount clears nothing; the claim waits for a person and no longer ends by itself', async () => {
  const claim = submissionOf((await buildDriver(it)).driver);
  const id = await buildPayment(it, claim);
  const [transfer] = await capture(received({ transaction_id: claim.transaction_id, amount: '150.00' }));
  expect(await paymentOf(id)).toMatchObject({ status: 'submitted', has_transfer: true, transfer_id: null });
  expect(await statusOf(transfer?.id)).toBe('open');
});

test('the server clears nothing below its price, unless the credit of the driver completes it', async () => {
  const { driver } = await buildDriver(it);
  const half = submissionOf(driver, { amount: '120.00' });
  const first = await buildPayment(it, half);
  const [waiting] = await capture(received({ transaction_id: half.transaction_id, amount: '120.00' }));
  expect(await paymentOf(first)).toMatchObject({ status: 'submitted', has_transfer: true });
  const asked = { transferId: waiting?.id ?? '', amounts: new Map([[first, '120.00']]), change: 'clear' } as const;
  await inTransaction((tx) => clearWith(tx, asked, { by: null, now: it.clock.now }));
  const rest = submissionOf(driver, { amount: '80.00' });
  const second = await buildPayment(it, rest);
  await capture(received({ transaction_id: rest.transaction_id, amount: '80.00' }));
  expect(await paymentOf(second)).toMatchObject({ status: 'cleared', amount: '80.00' });
  const uses = it.db.selectFrom('credit_uses').select(['type_code', 'amount', 'used_by']);
  expect(await uses.where('driver_id', '=', driver.id).execute()).toEqual([
    { type_code: 'RF', amount: '200.00', used_by: null },
  ]);
  expect(await checkLedger(it.db)).toEqual([]);
});

test('a claim that comes after its money is cleared by the next look', async () => {
  const money = received();
  await capture(money);
  expect(await hasLateClaims(it.db)).toBe(false);
  const { transaction_id } = money;
  const id = await buildPayment(it, submissionOf((await buildDriver(it)).driver, { transaction_id }));
  expect(await hasLateClaims(it.db)).toBe(true);
  expect(await matchLateClaims(it.db, it.clock.now)).toBe(1);
  expect((await paymentOf(id)).status).toBe('cleared');
  expect(await hasLateClaims(it.db)).toBe(false);
});

test('a claim whose fee was paid meanwhile waits, and the look does not try it again', async () => {
  const { driver } = await buildDriver(it);
  const claim = submissionOf(driver);
  const id = await buildPayment(it, claim);
  await buildPayment(it, submissionOf(driver), 'cleared');
  await capture(received({ transaction_id: claim.transaction_id }));
  expect(await paymentOf(id)).toMatchObject({ status: 'submitted', has_transfer: true });
  expect(await hasLateClaims(it.db)).toBe(false);
});

test('recording the same money twice, or in another form, changes nothing', async () => {
  const money = received({ transaction_id: '05061132180' });
  const [first] = await capture(money);
  const [again] = await capture({ ...money, transaction_id: '5061132180', amount: '999.00', source: 'capture' });
  expect(again).toMatchObject({ id: first?.id, amount: '200.00', isNew: false });
  const [shown] = await capture({ ...money, amount: '199.00', source: 'statement' }, { ...money, source: 'statement' });
  expect(shown).toMatchObject({ id: first?.id, amount: '200.00', isNew: false });
  const rows = await it.db
    .selectFrom('transfers')
    .select(['amount', 'source', 'statement_amount'])
    .where('transaction_id', '~', '^0*5061132180$')
    .execute();
  expect(rows).toEqual([
    { amount: '200.00', source: 'capture', statement_amount: expect.stringMatching(/^(199|200).00$/) },
  ]);
});

test('fifty captures of one receipt at once are one receipt and one posting', async () => {
  const claim = submissionOf((await buildDriver(it)).driver);
  await buildPayment(it, claim);
  const money = received({ transaction_id: claim.transaction_id });
  const before = await entries();
  await Promise.all(Array.from({ length: 50 }, () => capture(money)));
  const { transaction_id } = money;
  const stored = it.db.selectFrom('transfers').select('status').where('transaction_id', '=', transaction_id);
  expect(await stored.execute()).toEqual([{ status: 'matched' }]);
  expect(await entries()).toBe(before + 1);
  expect(await checkLedger(it.db)).toEqual([]);
});

test('a person clears a claim with money of another amount: it has that amount, and what was claimed is kept', async () => {
  const claim = submissionOf((await buildDriver(it)).driver);
  const id = await buildPayment(it, claim);
  const [transfer] = await capture(received({ transaction_id: claim.transaction_id, amount: '250.00' }));
  const asked = { transferId: transfer?.id ?? '', amounts: new Map([[id, '250.00']]), change: 'clear' } as const;
  await inTransaction((tx) => clearWith(tx, asked, { by: null, now: it.clock.now }));
  expect(await paymentOf(id)).toMatchObject({ status: 'cleared', amount: '250.00', claimed_amount: '200.00' });
  expect(await statusOf(transfer?.id)).toBe('matched');
});

test('the payments of one transfer never take more than it is', async () => {
  const { driver } = await buildDriver(it);
  const fee = await buildPayment(it, submissionOf(driver));
  const month = await buildPayment(it, subscriptionOf(driver, 2026, 'NOVEMBER'));
  const [transfer] = await capture(received({ amount: '450.00' }));
  const take = (id: string, amount: string) =>
    inTransaction((tx) =>
      clearWith(
        tx,
        { transferId: transfer?.id ?? '', amounts: new Map([[id, amount]]), change: 'clear' },
        { by: null, now: it.clock.now },
      ),
    );
  await take(fee, '200.00');
  expect(await statusOf(transfer?.id)).toBe('open');
  await expect(take(month, '300.00')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('GHS 50.00 more than is left'),
  });
  await take(month, '250.00');
  expect(await statusOf(transfer?.id)).toBe('matched');
});

const reverse = (tx: Tx, id: string, transferId: string, cause: 'wrong_car' | 'never_came' = 'wrong_car') => {
  const made = { cause, reason: 'Matched to the wrong driver.', by: null, now: it.clock.now } as const;
  return reversePayments(tx, { ids: [id], transferId }, made);
};

test('a reversal gives the money back to be matched', async () => {
  const claim = submissionOf((await buildDriver(it)).driver);
  const id = await buildPayment(it, claim);
  const [transfer] = await capture(received({ transaction_id: claim.transaction_id }));
  await inTransaction((tx) => reverse(tx, id, transfer?.id ?? ''));
  expect(await statusOf(transfer?.id)).toBe('open');
  expect(await checkLedger(it.db)).toEqual([]);
});

test('money of a payment that was reversed since it was read does not end as never come', async () => {
  const claim = submissionOf((await buildDriver(it)).driver);
  const id = await buildPayment(it, claim);
  const [transfer] = await capture(received({ transaction_id: claim.transaction_id }));
  await inTransaction((tx) => reverse(tx, id, transfer?.id ?? ''));
  await expect(inTransaction((tx) => reverse(tx, id, transfer?.id ?? '', 'never_came'))).rejects.toMatchObject({
    code: 'conflict',
    message: `The payment ${claim.transaction_id} was already reversed.`,
  });
  expect(await statusOf(transfer?.id)).toBe('open');
});

test('clearing and reversing with money ask for the head of the books last, and then store the receipts alone', async () => {
  const { asked, asking } = listening();
  const fromPostingOn = async (work: (tx: Tx) => Promise<unknown>): Promise<number> => {
    asked.length = 0;
    await inTransaction((tx) => work(tx.withPlugin(asking)));
    const posting = asked.findIndex((node) => node.includes('post_entries'));
    expect(posting).toBeGreaterThan(0);
    expect(asked.filter((node) => node.includes('FROM payment_types '))).toHaveLength(1);
    return asked.length - posting;
  };
  const now = it.clock.now;
  const claimed = async () => {
    const claim = submissionOf((await buildDriver(it)).driver);
    const id = await buildPayment(it, claim);
    const [transfer] = await inTransaction((tx) =>
      recordTransfers(tx, [received({ transaction_id: claim.transaction_id })], { by: null, now }),
    );
    return { id, transferId: transfer?.id ?? '' };
  };
  const matched = await claimed();
  expect(await fromPostingOn((tx) => matchTransfers(tx, [matched.transferId], { now, setOffBy: 'a test' }))).toBe(2);
  const { id, transferId } = await claimed();
  const chosen = { transferId, amounts: new Map([[id, '200.00']]), change: 'clear' } as const;
  expect(await fromPostingOn((tx) => clearWith(tx, chosen, { by: null, now }))).toBe(2);
  expect(await fromPostingOn((tx) => reverse(tx, id, transferId))).toBe(1);
});
