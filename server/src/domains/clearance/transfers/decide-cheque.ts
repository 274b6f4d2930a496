import { formatDay, formatMoney, today, toPesewas, transactionName } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { audit } from '#domains/audit';
import { lockDrivers } from '#domains/drivers';
import {
  driversIn,
  feeKey,
  forgetMoneyFound,
  type HoldingPayment,
  idsOfPaidFees,
  lockClaims,
  paymentsOfTransaction,
  transitionPayments,
} from '#domains/payments';
import type { Author } from '#lib/caller.ts';
import { Refusal, refusalAt } from '#lib/refusal.ts';
import { pluck } from '#lib/values.ts';
import { markNewMissing } from '../missing/missing-money.ts';
import { clearWith } from './clear-with.ts';
import { refuseOwnDecision } from './hands-in-money.ts';
import { changeHeldMoney, postCorrection } from './money-in-books.ts';
import { namedMoney } from './money-subjects.ts';
import { lockGone, owedInWords, type RefundsOfMoney, reverseGone } from './never-came.ts';
import { factsOfMoney, lockTransfers, setReceivedOn, type Transfer, transfersById } from './transfers.repo.ts';

type Made = { by: Author; now: Date };
type Deciding = Made & { transfer: Transfer };

type Locked = { cheque: Transfer; waiting: HoldingPayment[] };

const waitingFor = async (tx: Tx, { transaction_id }: Transfer): Promise<HoldingPayment[]> =>
  (await paymentsOfTransaction(tx, transaction_id)).filter(({ status }) => status === 'submitted');

/** Locks what a cheque is to pay, then the cheque, and gives both as they are then. */
const lockWaiting = async (tx: Tx, transfer: Transfer): Promise<Locked> => {
  const { id, transaction_id } = transfer;
  const held = await waitingFor(tx, transfer);
  await lockClaims(tx, pluck(held, 'id'));
  await lockDrivers(tx, driversIn(held));
  await lockTransfers(tx, [id]);
  const [cheque] = await transfersById(tx, [id]);
  if (cheque?.status === 'pending') return { cheque, waiting: await waitingFor(tx, cheque) };
  throw new Refusal('conflict', `${transactionName(transaction_id)} does not wait for its bank any more.`);
};

const amountsOf = (payments: readonly HoldingPayment[]) => new Map(payments.map(({ id, amount }) => [id, amount]));

/** The day on which the bank paid, today by default, and none before the cheque was received. */
const paidDay = ({ received_on }: Transfer, day: string | undefined, now: Date): string => {
  const paid = day ?? today(now);
  if (paid < received_on || paid > today(now)) {
    throw refusalAt('invalid_input', 'day', `The bank paid it from ${formatDay(received_on)} on, and not after today.`);
  }
  return paid;
};

/** Credit is what is sent as such, and money for a fee that is paid, or that stands there twice. */
const feesAndCredit = async (tx: Tx, waiting: readonly HoldingPayment[]) => {
  const paid = await idsOfPaidFees(tx, pluck(waiting, 'id'));
  const first = new Map<string, HoldingPayment>();
  for (const one of waiting) {
    if (one.is_credit || paid.has(one.id)) continue;
    // Two drivers of one cheque may be one record by now.
    const key = one.period === 'any' ? one.id : `${one.driver_id} ${feeKey(one)}`;
    if (!first.has(key)) first.set(key, one);
  }
  const fees = [...first.values()];
  return { fees, credit: waiting.filter((one) => !fees.includes(one)) };
};

/**
 * The bank has paid a cheque: its money is in the books, and what waits for it is cleared, as
 * credit where its fee was paid meanwhile. Refused with 409 `conflict` if it waits no more, and
 * with 403 `not_permitted` to whoever received it (docs/product/clearance.md, rule 39).
 */
export const markPaidByBank = async (
  tx: Tx,
  { transfer, by, now }: Deciding,
  day: string | undefined,
): Promise<string> => {
  const { cheque, waiting } = await lockWaiting(tx, transfer);
  const { id: transferId, amount, received_on } = cheque;
  const paidOn = paidDay(cheque, day, now);
  const subject = namedMoney(transfer);
  await refuseOwnDecision(tx, { money: [cheque] }, { action: 'transfers.bank_paid', subject }, { by, now });
  const change = { before: { received_on }, after: { ...factsOfMoney(cheque), received_on: paidOn, amount } };
  await audit(tx, by, { action: 'transfers.bank_paid', subject, ...change }, now);
  await setReceivedOn(tx, transferId, paidOn);
  const held = { transferId, what: 'bank_paid', day: paidOn, to: () => toPesewas(amount) } as const;
  const entries = await changeHeldMoney(tx, held, { by, now });
  const { fees, credit } = await feesAndCredit(tx, waiting);
  await clearWith(tx, { transferId, change: 'clear', amounts: amountsOf(fees), entries }, { by, now });
  if (credit.length > 0) {
    await clearWith(tx, { transferId, change: 'credit', amounts: amountsOf(credit) }, { by, now });
  }
  await markNewMissing(tx, [{ ...cheque, received_on: paidOn, isNew: true }], now);
  const count = waiting.length === 1 ? 'The payment is' : `${waiting.length} payments are`;
  return `The bank paid ${formatMoney(amount)}. ${count} cleared.`;
};

const refuseBounce = ({ transaction_id }: Transfer): Refusal =>
  new Refusal('conflict', `${transactionName(transaction_id)} is not a cheque that can bounce, or it has ended.`);

/**
 * The bank took back what it had paid: all that the cheque paid is reversed, and a refund of it
 * that was paid is owed by its driver or payer.
 */
const takeBackPaid = async (
  tx: Tx,
  { transfer, by, now }: Deciding,
  { why, refunds }: { why: string; refunds: RefundsOfMoney },
): Promise<string> => {
  const { id: transferId } = transfer;
  const gone = await lockGone(tx, { transferId, refunds, open: 'refuse' });
  const [locked = transfer] = await transfersById(tx, [transferId]);
  if (locked.status === 'ended' && gone.owed.length === 0) throw refuseBounce(transfer);
  const reversed = await reverseGone(tx, gone, { by, now, reason: why, refunds });
  const also = owedInWords(gone);
  if (reversed === 0) return `The cheque bounced.${also}`;
  return `The cheque bounced. ${reversed === 1 ? 'Its payment is' : `Its ${reversed} payments are`} reversed.${also}`;
};

/**
 * A cheque bounced: what waits for it is rejected, or what it paid is taken back where the bank had
 * paid it before, so that its fees are due again. Refused with 409 `conflict` for other money, and
 * as a reversal is.
 */
export const bounceCheque = async (
  tx: Tx,
  deciding: Deciding,
  { reason, refunds }: { reason: string; refunds: RefundsOfMoney },
): Promise<string> => {
  const { transfer, by, now } = deciding;
  const { id: transferId, mode, status, amount } = transfer;
  if (mode !== 'cheque') throw refuseBounce(transfer);
  const subject = namedMoney(transfer);
  const facts = { before: { status }, after: { ...factsOfMoney(transfer), status: 'ended', reason, amount } };
  const why = `The cheque bounced: ${reason}`;
  if (status === 'pending') {
    const ids = pluck((await lockWaiting(tx, transfer)).waiting, 'id');
    await transitionPayments(tx, { ids, change: 'reject', by, reason: why, now });
    await forgetMoneyFound(tx, ids);
    await audit(tx, by, { action: 'transfers.bounce', subject, ...facts }, now);
    await postCorrection(tx, { transferId, what: 'bounced', to: () => 0n, reason: why }, { by, now });
    return `The cheque bounced. ${ids.length === 1 ? 'Its payment is' : `Its ${ids.length} payments are`} rejected.`;
  }
  await audit(tx, by, { action: 'transfers.bounce', subject, ...facts }, now);
  return takeBackPaid(tx, deciding, { why, refunds });
};
