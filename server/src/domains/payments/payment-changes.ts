import { type PaymentStatus, type ReversalCause, today, transactionName } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import {
  type StateChange,
  type Stateful,
  type Transition,
  type TransitionOutcome,
  transition,
} from '#db/transition.ts';
import { violatedUnique } from '#db/violated-constraint.ts';
import { auditAll, SERVER_ITSELF } from '#domains/audit';
import { lockDrivers, setUnpaidSince } from '#domains/drivers';
import { type NewEntry, post } from '#domains/ledger';
import { firstFeeOf } from '#domains/prices';
import { issueReceipts } from '#domains/receipts';
import { pluck } from '#lib/values.ts';
import { reopenAttempts } from './clearing/found-money.repo.ts';
import { isBelowPrice } from './credit/due-by-credit.ts';
import { readSettling, type SettlingFacts } from './credit/read-settling.ts';
import { entriesOfSettled, postSettled, type Settled, settleCredit } from './credit/settle-credit.ts';
import { factsOfClaim, factsOfClearing, factsOfReversal } from './decision-facts.ts';
import { creditIn, entryOf, postReversed } from './posted.ts';
import { receiptsOfPayments, type TakenIn, voidForPayments } from './receipts/receipt-of-payment.ts';
import { type ChangedPayment, refuseNoId, refusePaid, refuseTaken, takenSince } from './refused-changes.ts';

export type { ChangedPayment } from './refused-changes.ts';

/** The money of a payment: transfer, day and share, its receiver, and facts for the history. */
export type ClearingMoney = TakenIn & {
  transferId: string;
  day: string;
  amount: string;
  facts: Record<string, unknown>;
};
/**
 * Money by payment id; payments without any are cleared on a person's word. `entries` of money that
 * was recorded in the same transaction are posted with those of the payments. A reversal has a
 * cause. `setOffBy` says what had the server clear by itself.
 */
export type ClearedWith =
  | {
      money?: ReadonlyMap<string, ClearingMoney>;
      entries?: readonly NewEntry[] | undefined;
      cause?: ReversalCause | undefined;
      setOffBy?: string | undefined;
    }
  | undefined;

type Change = StateChange<PaymentStatus, ChangedPayment, ClearedWith>;

const payersOfFirstFee = ({ types }: SettlingFacts, payments: readonly ChangedPayment[]): string[] => {
  const fee = firstFeeOf(types);
  return payments.filter(({ type_code }) => type_code === fee?.type_code).map(({ driver_id }) => driver_id);
};

/** A payment once cleared has the amount and day of its money. */
const clearedAs = (payment: ChangedPayment, cleared: ClearedWith): ChangedPayment => {
  const money = cleared?.money?.get(payment.id);
  if (!money) return payment;
  const { amount, day } = money;
  return { ...payment, amount, transaction_date: day, date_of: 'transfer', from_unallocated: true };
};

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

const lockTheirDrivers: NonNullable<Change['refuse']> = async (tx, payments) => {
  await lockDrivers(tx, pluck(payments, 'driver_id'));
  return new Map();
};

/** The desk clears what it receives; a person who decides on claims clears those that wait. */
const CLEARING = ['payments.clear', 'payments.receive'] as const;

/** Logged with what the credit has done, once it has paid. */
const CLEARED = { clear: 'payments.clear', credit: 'payments.credit' } as const;

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
    set: (payment, given) => ({ ...setMoney(payment, given), is_credit: isBelowPrice(clearedAs(payment, given.with)) }),
    refuse: refusePaid,
  },
  credit: {
    from: ['submitted'],
    to: 'cleared',
    needs: CLEARING,
    action: null,
    set: (payment, given) => ({ ...setMoney(payment, given), is_credit: true }),
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
    refuse: lockTheirDrivers,
  },
  // Reverses a payment whose money is refunded; two people have decided on it.
  give_back: {
    from: ['cleared'],
    to: 'reversed',
    needs: 'payments.refund',
    action: 'payments.give_back',
    keepsReason: true,
    set: () => ({ reversal_cause: 'given_back' }),
    refuse: lockTheirDrivers,
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

/** The credit of the payments' drivers, with that of these payments added or taken away. */
const creditsWith = (
  known: SettlingFacts,
  payments: readonly ChangedPayment[],
  sign: 1n | -1n,
): ReadonlyMap<string, bigint> => {
  const credits = new Map(known.credits);
  for (const payment of payments) {
    const { driver_id } = payment;
    credits.set(driver_id, (credits.get(driver_id) ?? 0n) + sign * creditIn(payment));
  }
  return credits;
};

type Clearing = { settled: Settled; known: SettlingFacts; asked: Asked };

/** Logs what was cleared, also by the server itself. */
const logCleared = async (
  tx: Tx,
  claims: readonly ChangedPayment[],
  cleared: readonly ChangedPayment[],
  { settled, known, asked: { by, change, reason, now, with: given } }: Clearing,
): Promise<void> => {
  const action = CLEARED[change === 'credit' ? 'credit' : 'clear'];
  const entries = cleared.map((payment, index) => {
    const claim = claims[index] ?? payment;
    const driverCode = known.drivers.get(payment.driver_id)?.driver_code;
    const facts = factsOfClearing(claim, payment, { settled, money: given?.money?.get(payment.id)?.facts, driverCode });
    const setOffBy = by ? undefined : given?.setOffBy;
    return {
      action,
      subject: { kind: 'payment', id: payment.id, name: payment.transaction_id },
      before: { status: claim.status },
      after: { ...facts, status: 'cleared', ...(reason && { reason }), ...(setOffBy && { set_off_by: setOffBy }) },
    };
  });
  await auditAll(tx, by ?? SERVER_ITSELF, entries, now);
};

const namesOf = (payments: readonly ChangedPayment[]): string =>
  payments.map(({ transaction_id }) => transactionName(transaction_id)).join(', ');

/** The drivers are locked. Once its first fee is cleared, a registration is no longer archived. */
const bookCleared = async (tx: Tx, payments: readonly ChangedPayment[], asked: Asked): Promise<void> => {
  const { by, now } = asked;
  const known = await readSettling(tx, pluck(payments, 'driver_id'));
  const cleared = payments
    .map((payment) => clearedAs(payment, asked.with))
    .map((payment) => ({ ...payment, is_credit: asked.change === 'credit' || isBelowPrice(payment) }));
  const covering = cleared.filter(({ is_credit }) => !is_credit);
  await setUnpaidSince(tx, payersOfFirstFee(known, covering), null);
  const driversOf = (some: readonly ChangedPayment[]) => new Set(pluck(some, 'driver_id'));
  const paying = driversOf(cleared.filter((payment) => creditIn(payment) > 0n));
  const told = driversOf(cleared.filter(({ is_credit }) => is_credit));
  const byDriver = Map.groupBy(cleared, ({ driver_id }) => driver_id);
  const setOffBy = (id: string) => `the payment ${namesOf(byDriver.get(id) ?? [])}`;
  const settling = { known, paying, told, setOffBy, by, now };
  const settled = await settleCredit(tx, creditsWith(known, cleared, 1n), settling);
  // Before the posting, which locks the books.
  await logCleared(tx, payments, cleared, { settled, known, asked });
  const facts = asked.change === 'credit' ? new Map() : settled.facts;
  const receipts = await receiptsOfPayments(tx, cleared, {
    known,
    facts,
    money: asked.with?.money,
    by,
  });
  const entries = [...(asked.with?.entries ?? []), ...cleared.map(entryOf), ...entriesOfSettled(settled)];
  await post(tx, entries, { by, now });
  await issueReceipts(tx, receipts, { by, now });
};

/**
 * The drivers are locked. A driver whose first fee is reversed gets all days to pay it again; uses
 * of credit that is not there any more are returned.
 */
const bookReversed = async (tx: Tx, payments: readonly ChangedPayment[], asked: Asked): Promise<void> => {
  const { by, now, reason = null } = asked;
  const forFees = payments.filter(({ is_credit }) => !is_credit);
  const known = await readSettling(tx, pluck(payments, 'driver_id'));
  await setUnpaidSince(tx, payersOfFirstFee(known, forFees), now);
  await reopenAttempts(tx, pluck(payments, 'transaction_id'));
  const why = `the payment ${namesOf(payments)} was reversed`;
  const settled = await settleCredit(tx, creditsWith(known, payments, -1n), {
    ...{ known, by, now, reason: why },
    setOffBy: () => why,
    ...(asked.with?.cause === 'never_came' && { debt: 'any' }),
  });
  await voidForPayments(tx, payments, reason, { by, now });
  await postReversed(tx, payments, reason, { by, now });
  await postSettled(tx, settled, { by, now, reason: why });
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
    await settle?.(outcome.changed);
    await book(tx, outcome.changed, asked);
    return outcome;
  } catch (error) {
    // Another claim took the transaction ID meanwhile; only the index notices.
    if (violatedUnique(error) === 'payments_transaction_id') throw takenSince();
    throw error;
  }
};
