import type { PaymentStatus } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { type StateChange, type Stateful, type Transition, transition } from '#db/transition.ts';
import { violatedUnique } from '#db/violated-constraint.ts';
import { setUnpaidSince } from '#domains/drivers';
import { auditAll } from '#domains/identity';
import { firstFee } from '#domains/prices';
import { Refusal } from '#lib/refusal.ts';

/** A payment whose state changes. */
export type ChangedPayment = {
  id: string;
  status: PaymentStatus;
  driver_id: string;
  type_code: string;
  amount: string;
  transaction_id: string;
};

type Effect = NonNullable<StateChange<PaymentStatus, ChangedPayment>['effect']>;

const payersOfFirstFee = async (tx: Tx, payments: readonly ChangedPayment[]): Promise<string[]> => {
  const fee = await firstFee(tx);
  return payments.filter(({ type_code }) => type_code === fee?.type_code).map(({ driver_id }) => driver_id);
};

/** A registration whose first fee is cleared is archived no more. */
const endWaitForFee: Effect = async (tx, payments) => setUnpaidSince(tx, await payersOfFirstFee(tx, payments), null);

/** A driver whose first fee turned out not to be paid has all the days to pay it again. */
const awaitFeeAgain: Effect = async (tx, payments, now) =>
  setUnpaidSince(tx, await payersOfFirstFee(tx, payments), now);

/** A payment's life: `submitted → cleared | rejected`, `cleared → reversed`. */
const CHANGES = {
  clear: {
    from: ['submitted'],
    to: 'cleared',
    needs: 'payments.clear',
    action: 'payments.clear',
    effect: endWaitForFee,
  },
  reject: { from: ['submitted'], to: 'rejected', needs: 'payments.clear', action: 'payments.reject' },
  reverse: {
    from: ['cleared'],
    to: 'reversed',
    needs: 'payments.reverse',
    action: 'payments.reverse',
    effect: awaitFeeAgain,
  },
} as const satisfies Record<string, StateChange<PaymentStatus, ChangedPayment>>;

export type PaymentChange = keyof typeof CHANGES;

const payments: Stateful<PaymentStatus, ChangedPayment, PaymentChange> = {
  table: 'payments',
  columns: ['driver_id', 'type_code', 'amount', 'transaction_id'],
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
 * Clears, rejects or reverses payments, as `transition` does, and gives them as they were before. Of several claims for what
 * is paid once, one can be cleared: another one is refused with 409 `already_paid`. After a refusal the transaction is of
 * no further use.
 */
export const transitionPayments = async (tx: Tx, asked: Transition<PaymentChange>): Promise<ChangedPayment[]> => {
  try {
    return await transition(tx, payments, asked);
  } catch (error) {
    if (violatedUnique(error) !== 'payments_cleared_once') throw error;
    throw new Refusal('already_paid', 'What this payment is for was already paid with another one.');
  }
};
