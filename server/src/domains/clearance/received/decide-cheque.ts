import { formatDay, formatMoney, today, toPesewas } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { lockDrivers } from '#domains/drivers';
import {
  clearedPayments,
  type HoldingPayment,
  idsOfPaidFees,
  lockClaims,
  paymentsOfTransaction,
  transitionPayments,
} from '#domains/payments';
import type { Author } from '#lib/caller.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { clearWith } from '../transfers/clear-with.ts';
import { changeHeldMoney, postCorrection } from '../transfers/money-in-books.ts';
import { reversePayments } from '../transfers/reverse-payments.ts';
import { lockTransfers, setReceivedOn, type Transfer, transfersById } from '../transfers/transfers.repo.ts';

type Deciding = { transfer: Transfer; by: Author; now: Date };

const subjectOf = ({ id, transaction_id }: Transfer) => ({ kind: 'transfer', id, name: transaction_id });

/** Locks what a cheque is to pay, then the cheque, and gives what waits for it. */
const lockWaiting = async (tx: Tx, { id, transaction_id }: Transfer): Promise<HoldingPayment[]> => {
  const held = (await paymentsOfTransaction(tx, transaction_id)).filter(({ status }) => status === 'submitted');
  await lockClaims(tx, pluck(held, 'id'));
  await lockDrivers(tx, pluck(held, 'driver_id'));
  await lockTransfers(tx, [id]);
  const [transfer] = await transfersById(tx, [id]);
  if (transfer?.status === 'pending') return held;
  throw new Refusal('conflict', `The cheque ${transaction_id} does not wait for its bank any more.`);
};

const amountsOf = (payments: readonly HoldingPayment[]) => new Map(payments.map(({ id, amount }) => [id, amount]));

/** The day on which the bank paid, today by default, and none before the cheque was received. */
const paidDay = ({ received_on }: Transfer, day: string | undefined, now: Date): string => {
  const paid = day ?? today(now);
  if (paid >= received_on && paid <= today(now)) return paid;
  throw refusalAt('invalid_input', 'day', `The bank paid it from ${formatDay(received_on)} on, and not after today.`);
};

/**
 * The bank has paid a cheque: its money is in the books, and what waits for it is cleared, as
 * credit where its fee was paid meanwhile. Refused with 409 `conflict` if it waits no more.
 */
export const markPaidByBank = async (
  tx: Tx,
  { transfer, by, now }: Deciding,
  day: string | undefined,
): Promise<string> => {
  const { id: transferId, amount, received_on } = transfer;
  const paidOn = paidDay(transfer, day, now);
  const waiting = await lockWaiting(tx, transfer);
  const subject = subjectOf(transfer);
  const change = { before: { received_on }, after: { received_on: paidOn, amount } };
  await audit(tx, by, { action: 'transfers.bank_paid', subject, ...change }, now);
  await setReceivedOn(tx, transferId, paidOn);
  const held = { transferId, what: 'bank_paid', day: paidOn, to: () => toPesewas(amount) } as const;
  const entries = await changeHeldMoney(tx, held, { by, now });
  const paid = await idsOfPaidFees(tx, pluck(waiting, 'id'));
  const isCredit = ({ id, is_credit }: HoldingPayment) => is_credit || paid.has(id);
  const fees = waiting.filter((one) => !isCredit(one));
  const credit = waiting.filter(isCredit);
  await clearWith(tx, { transferId, change: 'clear', amounts: amountsOf(fees), entries }, { by, now });
  if (credit.length > 0) {
    await clearWith(tx, { transferId, change: 'credit', amounts: amountsOf(credit) }, { by, now });
  }
  const count = waiting.length === 1 ? 'The payment is' : `${waiting.length} payments are`;
  return `The bank paid ${formatMoney(amount)}. ${count} cleared.`;
};

/**
 * A cheque bounced: what waits for it is rejected, and what it paid is reversed where the bank had
 * paid it before, so that its fees are due again. Refused with 409 `conflict` for other money, and
 * as a reversal is.
 */
export const bounceCheque = async (tx: Tx, { transfer, by, now }: Deciding, reason: string): Promise<string> => {
  const { id: transferId, mode, status, transaction_id, amount } = transfer;
  if (mode !== 'cheque' || status === 'ended') {
    throw new Refusal('conflict', `${transaction_id} is no cheque that can bounce, or it has ended.`);
  }
  const subject = subjectOf(transfer);
  const facts = { before: { status }, after: { status: 'ended', reason, amount } };
  const why = `The cheque bounced: ${reason}`;
  if (status === 'pending') {
    const ids = pluck(await lockWaiting(tx, transfer), 'id');
    await transitionPayments(tx, { ids, change: 'reject', by, reason: why, now });
    await audit(tx, by, { action: 'transfers.bounce', subject, ...facts }, now);
    await postCorrection(tx, { transferId, what: 'bounced', to: () => 0n, reason: why }, { by, now });
    return `The cheque bounced. ${ids.length === 1 ? 'Its payment is' : `Its ${ids.length} payments are`} rejected.`;
  }
  await audit(tx, by, { action: 'transfers.bounce', subject, ...facts }, now);
  const ids = await clearedPayments(tx, transferId);
  const asked = { cause: 'never_came', reason: why, by, now } as const;
  const reversed = await reversePayments(tx, { ids, transferId }, asked);
  return `The cheque bounced. ${reversed === 1 ? 'Its payment is' : `Its ${reversed} payments are`} reversed.`;
};
