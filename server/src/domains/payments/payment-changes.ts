import { holds, type PaymentStatus, today } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { PAYER_FIELDS } from '#db/payer-fields.ts';
import {
  type StateChange,
  type Stateful,
  type Transition,
  type TransitionOutcome,
  transition,
} from '#db/transition.ts';
import { violatedUnique } from '#db/violated-constraint.ts';
import { auditAll } from '#domains/audit';
import { post } from '#domains/ledger';
import { notPermitted } from '#lib/refusal.ts';
import { bookCleared, bookReversed, type ClearedWith, clearedAs } from './book-changes.ts';
import { isBelowPrice } from './credit/due-by-credit.ts';
import { factsOfClaim, factsOfReversal } from './decision-facts.ts';
import { isOfDriver } from './payer.repo.ts';
import {
  type ChangedPayment,
  refuseNoId,
  refusePaid,
  refusePartOfReceipt,
  refuseTaken,
  takenSince,
} from './refused-changes.ts';

export type { ChangedPayment } from './refused-changes.ts';

type Change = StateChange<PaymentStatus, ChangedPayment, ClearedWith>;

const setMoney = (payment: ChangedPayment, given: { with: ClearedWith }) => {
  const { amount, transaction_date, date_of, from_unallocated } = clearedAs(payment, given.with);
  const claimed_amount = amount === payment.amount ? null : payment.amount;
  return {
    amount,
    claimed_amount,
    transaction_date,
    date_of,
    from_unallocated,
    transfer_id: given.with?.money?.get(payment.id)?.transferId ?? null,
  };
};

/** The desk clears what it receives; a person who decides on claims clears those that wait. */
const CLEARING = ['payments.clear', 'payments.receive', 'land.receive'] as const;

/**
 * `submitted → cleared | rejected`, `cleared → reversed`; a rejection can be undone. Cleared below
 * its price, a payment is the driver's credit; so is one that `credit` clears, whose fee is paid.
 */
const CHANGES = {
  clear: {
    from: ['submitted'],
    to: 'cleared',
    needs: CLEARING,
    action: null,
    set: (payment, given) => ({
      ...setMoney(payment, given),
      is_credit: isOfDriver(payment) && isBelowPrice(clearedAs(payment, given.with)),
    }),
    refuse: refusePaid,
  },
  credit: {
    from: ['submitted'],
    to: 'cleared',
    needs: CLEARING,
    action: null,
    set: (payment, given) => ({ ...setMoney(payment, given), is_credit: isOfDriver(payment) }),
    refuse: refuseNoId,
  },
  reject: {
    from: ['submitted'],
    to: 'rejected',
    needs: 'payments.clear',
    action: 'payments.reject',
    keepsReason: true,
    facts: factsOfClaim,
  },
  undo: {
    from: ['rejected'],
    to: 'submitted',
    needs: 'payments.clear',
    action: 'payments.undo',
    facts: factsOfClaim,
    refusalEnd: 'so its rejection cannot be undone',
    // Restarts the days within which a receipt may come, or the next run would reject the claim
    // again.
    set: (_, { now }) => ({ waiting_since: today(now) }),
    refuse: refuseTaken,
  },
  reverse: {
    from: ['cleared'],
    to: 'reversed',
    needs: 'payments.reverse',
    action: 'payments.reverse',
    keepsReason: true,
    facts: factsOfReversal,
    set: (_, given) => ({ reversal_cause: given.with?.cause ?? null }),
    refuse: refusePartOfReceipt,
  },
  // Reverses a payment whose money is refunded; two people of its side have decided on it.
  give_back: {
    from: ['cleared'],
    to: 'reversed',
    needs: ['payments.refund', 'land.refund'],
    action: 'payments.give_back',
    keepsReason: true,
    set: () => ({ reversal_cause: 'given_back' }),
    refuse: refusePartOfReceipt,
  },
} as const satisfies Record<string, Change>;

export type PaymentChange = keyof typeof CHANGES;

const payments: Stateful<PaymentStatus, ChangedPayment, PaymentChange, ClearedWith> = {
  table: 'payments',
  columns: [
    ...PAYER_FIELDS,
    'received_with',
    'shares',
    'type_code',
    'period',
    'payment_year',
    'payment_month',
    'amount',
    'amount_due',
    'mode',
    'is_credit',
    'is_rest',
    'from_unallocated',
    'transaction_id',
    'transaction_date',
    'date_of',
    'transfer_id',
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

/** Keeps people who receive or refund for land alone out of drivers' payments. */
const refuseOtherSide = (changed: readonly ChangedPayment[], { change, by }: Asked): void => {
  const { needs } = CHANGES[change];
  const ofDrivers = [needs].flat().filter((permission) => !permission.startsWith('land.'));
  if (by && changed.some(isOfDriver) && !ofDrivers.some((permission) => holds(by, permission))) throw notPermitted();
};

/** Books the changes that move money. */
const book = async (tx: Tx, payments: readonly ChangedPayment[], asked: Asked): Promise<void> => {
  if (payments.length === 0) return post(tx, asked.with?.entries ?? [], asked);
  const { to } = CHANGES[asked.change];
  if (to === 'cleared') await bookCleared(tx, payments, asked);
  if (to === 'reversed') await bookReversed(tx, payments, asked);
};

/**
 * Clears, rejects or reverses payments, or undoes a rejection, as `transition` does. Clearing posts
 * to the books and issues a receipt; reversing undoes both. Only one claim of a fee that is paid
 * once can be cleared, and only one claim of a transaction ID can wait: others are refused with 409
 * `already_paid` or `transaction_id_taken`, or listed among the refused with `skipOthers`. After a
 * thrown refusal the transaction is unusable. `settle` updates the payments' money, even if none
 * changed; it runs before the books, whose lock all clearing waits for.
 */
export const transitionPayments = async (
  tx: Tx,
  asked: Asked,
  settle?: (changed: readonly ChangedPayment[]) => Promise<void>,
): Promise<TransitionOutcome<ChangedPayment>> => {
  try {
    const outcome = await transition(tx, payments, asked);
    refuseOtherSide(outcome.changed, asked);
    await settle?.(outcome.changed);
    await book(tx, outcome.changed, asked);
    return outcome;
  } catch (error) {
    // Another claim took the transaction ID meanwhile; only the index notices.
    if (violatedUnique(error) === 'payments_transaction_id') throw takenSince();
    throw error;
  }
};
