import { type PaymentStatus, today } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import {
  type StateChange,
  type Stateful,
  type Transition,
  type TransitionOutcome,
  transition,
} from '#db/transition.ts';
import { violatedUnique } from '#db/violated-constraint.ts';
import { auditAll } from '#domains/audit';
import { lockDrivers, setUnpaidSince } from '#domains/drivers';
import { firstFeeOf, paymentTypes } from '#domains/prices';
import { issueReceipts } from '#domains/receipts';
import { pluck } from '#lib/values.ts';
import { reopenAttempts } from './clearing/found-money.repo.ts';
import { postCleared, postReversed, refuseUsedCredit } from './posted.ts';
import { receiptsOfPayments, voidForPayments } from './receipts/receipt-of-payment.ts';
import { type ChangedPayment, refuseNoId, refusePaid, refuseTaken, takenSince } from './refused-changes.ts';
import { describeBy } from './standing/due-fees.ts';

export type { ChangedPayment } from './refused-changes.ts';

/** The money that a payment is cleared with: its transfer, the day it came in, and how much of it is the payment's. */
export type ClearingMoney = { transferId: string; day: string; amount: string };
/** The money of each payment, by their ids; those without any are cleared on somebody's word. */
export type ClearedWith = { money: ReadonlyMap<string, ClearingMoney> } | undefined;

type Change = StateChange<PaymentStatus, ChangedPayment, ClearedWith>;

type Types = Awaited<ReturnType<typeof paymentTypes>>;

const payersOfFirstFee = (types: Types, payments: readonly ChangedPayment[]): string[] => {
  const fee = firstFeeOf(types);
  return payments.filter(({ type_code }) => type_code === fee?.type_code).map(({ driver_id }) => driver_id);
};

/** A payment as it is once cleared: its amount and day are those of its money. */
const clearedAs = (payment: ChangedPayment, cleared: ClearedWith): ChangedPayment => {
  const money = cleared?.money.get(payment.id);
  return money ? { ...payment, amount: money.amount, transaction_date: money.day, date_of: 'transfer' } : payment;
};

const setMoney: NonNullable<Change['set']> = (payment, given) => {
  const { amount, transaction_date, date_of } = clearedAs(payment, given.with);
  const claimed_amount = amount === payment.amount ? null : payment.amount;
  return {
    amount,
    claimed_amount,
    transaction_date,
    date_of,
    transfer_id: given.with?.money.get(payment.id)?.transferId ?? null,
  };
};

const refuseReversal: NonNullable<Change['refuse']> = async (tx, payments) => {
  await lockDrivers(tx, pluck(payments, 'driver_id'));
  return refuseUsedCredit(tx, payments);
};

/**
 * A payment's life: `submitted → cleared | rejected`, `cleared → reversed`; a rejection can be undone. `credit` clears the
 * money of a claim whose fee another payment covers, as the driver's credit.
 */
const CHANGES = {
  clear: {
    from: ['submitted'],
    to: 'cleared',
    needs: 'payments.clear',
    action: 'payments.clear',
    set: setMoney,
    refuse: refusePaid,
  },
  credit: {
    from: ['submitted'],
    to: 'cleared',
    needs: 'payments.clear',
    action: 'payments.credit',
    set: (payment, given) => ({ ...setMoney(payment, given), is_credit: 'true' }),
    refuse: refuseNoId,
  },
  reject: {
    from: ['submitted'],
    to: 'rejected',
    needs: 'payments.clear',
    action: 'payments.reject',
    keepsReason: true,
  },
  undo: {
    from: ['rejected'],
    to: 'submitted',
    needs: 'payments.clear',
    action: 'payments.undo',
    refusalEnd: 'so its rejection cannot be undone',
    // The days in which a receipt may come begin anew, or the next run would end the claim again.
    set: (_, { now }) => ({ waiting_since: today(now) }),
    refuse: refuseTaken,
  },
  reverse: {
    from: ['cleared'],
    to: 'reversed',
    needs: 'payments.reverse',
    action: 'payments.reverse',
    keepsReason: true,
    refuse: refuseReversal,
  },
} as const satisfies Record<string, Change>;

export type PaymentChange = keyof typeof CHANGES;

const payments: Stateful<PaymentStatus, ChangedPayment, PaymentChange, ClearedWith> = {
  table: 'payments',
  columns: [
    'driver_id',
    'type_code',
    'period',
    'payment_year',
    'payment_month',
    'amount',
    'amount_due',
    'mode',
    'is_credit',
    'transaction_id',
    'transaction_date',
    'date_of',
  ],
  noun: 'payment',
  nameOf: ({ transaction_id }) => transaction_id,
  became: {
    submitted: 'waits to be cleared',
    cleared: 'was cleared',
    rejected: 'was rejected',
    reversed: 'was reversed',
  },
  changes: CHANGES,
  audit: auditAll,
};

type Asked = Transition<PaymentChange, ClearedWith>;

/** The drivers are locked. A registration whose first fee is cleared is archived no more. */
const bookCleared = async (tx: Tx, payments: readonly ChangedPayment[], asked: Asked): Promise<void> => {
  const { by, now } = asked;
  const types = await paymentTypes(tx);
  const isCredit = asked.change === 'credit';
  if (!isCredit) await setUnpaidSince(tx, payersOfFirstFee(types, payments), null);
  const cleared = payments.map((payment) => ({
    ...clearedAs(payment, asked.with),
    is_credit: payment.is_credit || isCredit,
  }));
  // Before the posting, which locks the books.
  const receipts = await receiptsOfPayments(tx, cleared, describeBy(types));
  await postCleared(tx, cleared, { by, now });
  await issueReceipts(tx, receipts, { by, now });
};

/** The drivers are locked. One whose first fee turned out not to be paid has all the days to pay it again. */
const bookReversed = async (tx: Tx, payments: readonly ChangedPayment[], asked: Asked): Promise<void> => {
  const { by, now, reason = null } = asked;
  const forFees = payments.filter(({ is_credit }) => !is_credit);
  await setUnpaidSince(tx, payersOfFirstFee(await paymentTypes(tx), forFees), now);
  await reopenAttempts(tx, pluck(payments, 'transaction_id'));
  await voidForPayments(tx, payments, reason, { by, now });
  await postReversed(tx, payments, reason, { by, now });
};

/** Books the changes that move money. */
const book = async (tx: Tx, payments: readonly ChangedPayment[], asked: Asked): Promise<void> => {
  if (payments.length === 0) return;
  const { to } = CHANGES[asked.change];
  if (to === 'cleared') await bookCleared(tx, payments, asked);
  if (to === 'reversed') await bookReversed(tx, payments, asked);
};

/**
 * Clears, rejects or reverses payments, or undoes a rejection, as `transition` does. Clearing posts to the books
 * and issues a receipt; reversing takes the one back and makes the other void. Of several claims for what is paid once,
 * one can be cleared, and of several with one transaction ID one can wait: another one is refused with 409 `already_paid` or
 * `transaction_id_taken`, or given back among the refused with `skipOthers`. After a refusal that is thrown the transaction
 * is of no further use. `settle` changes the money that the payments were cleared with, also where no payment was changed: the
 * books come after it, since everybody who clears waits for whoever has their head.
 */
export const transitionPayments = async (
  tx: Tx,
  asked: Asked,
  settle?: (changed: readonly ChangedPayment[]) => Promise<void>,
): Promise<TransitionOutcome<ChangedPayment>> => {
  try {
    const outcome = await transition(tx, payments, asked);
    await settle?.(outcome.changed);
    await book(tx, outcome.changed, asked);
    return outcome;
  } catch (error) {
    // A claim with the same transaction ID came in between; only the index sees it.
    if (violatedUnique(error) === 'payments_transaction_id') throw takenSince();
    throw error;
  }
};
