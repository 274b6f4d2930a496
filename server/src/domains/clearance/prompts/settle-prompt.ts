import { isDoubted, today, toPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { keptRecord } from '#domains/drivers';
import {
  type HoldingPayment,
  paymentsOfTransaction,
  readClaimCase,
  storeClaim,
  takenOf,
  transitionPayments,
} from '#domains/payments';
import { clearWith } from '../transfers/clear-with.ts';
import { matchTransfers, recordTransfers } from '../transfers/match-transfers.ts';
import type { Transfer } from '../transfers/transfers.repo.ts';
import { deleteFailed, lockUnpaidPrompt, markPaid, type Prompt } from './prompts.repo.ts';

const ANOTHERS = 'The money with this transaction ID was paid by a prompt for another driver.';

/** The money of a prompt as the network tells it: its transaction ID, and the amount as money text. */
type Money = { transactionId: string; amount: string };
type Claim = Pick<HoldingPayment, 'id' | 'driver_id' | 'amount' | 'status'>;

const storeOwn = async (tx: Tx, prompt: Prompt, { transactionId }: Money, now: Date): Promise<Claim> => {
  const { driver_id, type_code, period, payment_year, payment_month, amount_due, amount } = prompt;
  const day = today(now);
  const { id } = await storeClaim(tx, {
    ...{ driver_id, type_code, period, payment_year, payment_month, amount_due, amount },
    transaction_id: transactionId,
    transaction_date: day,
    waiting_since: day,
    created_at: now,
  });
  return { id, driver_id, amount, status: 'submitted' };
};

/**
 * The claim that the money pays: the prompt's own, unless its driver claimed the transaction ID by hand meanwhile. Another
 * driver's claim of it is false and ends, unless it was cleared: then there is none.
 */
const claimFor = async (tx: Tx, prompt: Prompt, money: Money, now: Date): Promise<Claim | null> => {
  const held = (await paymentsOfTransaction(tx, money.transactionId)).find(({ part }) => part === 1);
  if (held?.driver_id === prompt.driver_id) return held;
  if (held?.status === 'cleared') return null;
  if (held) await transitionPayments(tx, { ids: [held.id], change: 'reject', by: null, reason: ANOTHERS, now });
  return storeOwn(tx, prompt, money, now);
};

/** Records the money that a prompt brought in; gives it as it is known where it was recorded otherwise before. */
const record = async (tx: Tx, { payer_number }: Prompt, { transactionId, amount }: Money, now: Date) => {
  const received = { transaction_id: transactionId, amount, received_on: today(now), payer_number };
  const money = { ...received, mode: 'momo', payer_name: '', reference: '', source: 'prompt' } as const;
  const [transfer] = await recordTransfers(tx, [money], { by: null, now });
  if (!transfer) throw new Error('The money of a prompt was not recorded');
  return transfer;
};

/**
 * Clears a claim that matching left, although the money is its own: for its fee, also where others sent its transaction ID, or as
 * credit where the fee is paid. Money of another amount, or of which a statement says so, waits for a person.
 */
const clearOwn = async (
  tx: Tx,
  { id, amount }: Claim,
  { transfer, now }: { transfer: Transfer; now: Date },
): Promise<void> => {
  const isFree = transfer.status === 'open' && !(await takenOf(tx, [transfer.id])).has(transfer.id);
  if (!isFree || isDoubted(transfer) || toPesewas(amount) !== toPesewas(transfer.amount)) return;
  const change = (await readClaimCase(tx, id))?.is_paid ? 'credit' : 'clear';
  const amounts = new Map([[id, amount]]);
  await clearWith(tx, { transferId: transfer.id, amounts, change }, { by: null, now });
};

/**
 * Counts a prompt that was paid, in one transaction: the money as a transfer, the claim, and its clearing, as the driver's
 * credit where the fee was paid meanwhile. Told again, it changes nothing. Money of another amount than the claim's waits for
 * a person.
 */
export const settlePrompt = (db: Db, id: string, money: Money, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const asked = await lockUnpaidPrompt(tx, id);
    if (!asked) return;
    // The record that was asked may have been merged into another one since.
    const prompt = { ...asked, driver_id: await keptRecord(tx, asked.driver_id) };
    const claim = await claimFor(tx, prompt, money, now);
    const transfer = await record(tx, prompt, money, now);
    const matched = await matchTransfers(tx, [transfer.id], { now });
    if (claim?.status === 'submitted' && matched.size === 0) await clearOwn(tx, claim, { transfer, now });
    const paid = { transaction_id: money.transactionId, payment_id: claim?.id ?? null, transfer_id: transfer.id };
    await markPaid(tx, id, { ...paid, now });
  });

const KEPT_DAYS = 90;
const DAY = 86_400_000;

/**
 * Forgets prompts that failed three months ago: anybody can have given the number of a phone. Those that were paid, or may have
 * been, stay with the money.
 */
export const forgetPrompts = (db: Db, now: Date): Promise<void> =>
  deleteFailed(db, new Date(now.getTime() - KEPT_DAYS * DAY));
