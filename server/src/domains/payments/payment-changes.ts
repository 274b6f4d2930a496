import { type PaymentStatus, today } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type Outcome, type StateChange, type Stateful, type Transition, transition } from '#db/transition.ts';
import { violatedUnique } from '#db/violated-constraint.ts';
import { auditAll } from '#domains/audit';
import { setUnpaidSince } from '#domains/drivers';
import { firstFee } from '#domains/prices';
import { type ChangedPayment, refusePaid, refuseTaken, takenSince } from './refused-changes.ts';

export type { ChangedPayment } from './refused-changes.ts';

type Effect = NonNullable<StateChange<PaymentStatus, ChangedPayment>['effect']>;

const payersOfFirstFee = async (tx: Tx, payments: readonly ChangedPayment[]): Promise<string[]> => {
  const fee = await firstFee(tx);
  return payments.filter(({ type_code }) => type_code === fee?.type_code).map(({ driver_id }) => driver_id);
};

/** A registration whose first fee is cleared is archived no more. */
const endWaitForFee: Effect = async (tx, payments) => setUnpaidSince(tx, await payersOfFirstFee(tx, payments), null);

/** A driver whose first fee turned out not to be paid has all the days to pay it again. */
const awaitFeeAgain: Effect = async (tx, payments, { now }) =>
  setUnpaidSince(tx, await payersOfFirstFee(tx, payments), now);

/** A payment's life: `submitted → cleared | rejected`, `cleared → reversed`; a rejection can be undone. */
const CHANGES = {
  clear: {
    from: ['submitted'],
    to: 'cleared',
    needs: 'payments.clear',
    action: 'payments.clear',
    refuse: refusePaid,
    effect: endWaitForFee,
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
    effect: awaitFeeAgain,
  },
} as const satisfies Record<string, StateChange<PaymentStatus, ChangedPayment>>;

export type PaymentChange = keyof typeof CHANGES;

const payments: Stateful<PaymentStatus, ChangedPayment, PaymentChange> = {
  table: 'payments',
  columns: ['driver_id', 'type_code', 'period', 'payment_year', 'payment_month', 'amount', 'transaction_id'],
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

/**
 * Clears, rejects or reverses payments, or undoes a rejection, as `transition` does. Of several claims for what is paid once,
 * one can be cleared, and of several with one transaction ID one can wait: another one is refused with 409 `already_paid` or
 * `transaction_id_taken`, or given back among the refused with `skipOthers`. After a refusal that is thrown the transaction
 * is of no further use.
 */
export const transitionPayments = async (
  tx: Tx,
  asked: Transition<PaymentChange>,
): Promise<Outcome<ChangedPayment>> => {
  try {
    return await transition(tx, payments, asked);
  } catch (error) {
    // A claim with the same transaction ID came in between; only the index sees it.
    if (violatedUnique(error) === 'payments_transaction_id') throw takenSince();
    throw error;
  }
};
