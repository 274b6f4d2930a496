import { BENEFICIARIES, sharesOf, today, toPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { Records } from '#db/records.ts';
import {
  DRIVERS_CREDIT,
  GROUND_RENT_DUE,
  moneyAccount,
  type NewEntry,
  revenueAccount,
  reverse,
  SHARE_ACCOUNTS,
  SHARED_OUT,
  UNALLOCATED,
} from '#domains/ledger';
import type { Author } from '#lib/caller.ts';
import { bookedRows, holdPayments } from './payments.repo.ts';
import type { ChangedPayment } from './refused-changes.ts';

export type BookedPayment = Pick<
  ChangedPayment,
  | 'id'
  | 'driver_id'
  | 'type_code'
  | 'amount'
  | 'amount_due'
  | 'mode'
  | 'is_credit'
  | 'from_unallocated'
  | 'transaction_id'
  | 'transaction_date'
  | 'tenancy_id'
  | 'shares'
>;

type Posting = NewEntry['postings'][number];
type Made = { by: Author | null; now: Date };

/**
 * A driver's payment's credit in pesewas: all if cleared as credit, else the amount over the price.
 * Payments of the land side make none: prices there say what is usual, and rent may be paid ahead.
 */
export const creditIn = ({ driver_id, amount, amount_due, is_credit }: BookedPayment): bigint => {
  if (driver_id === null) return 0n;
  const paid = toPesewas(amount);
  if (is_credit) return paid;
  const due = amount_due === null ? paid : toPesewas(amount_due);
  return paid > due ? paid - due : 0n;
};

/** Revenue of stool land is income of others: each one's share is held until it is paid out. */
const sharePostings = ({ shares }: BookedPayment, pesewas: bigint): Posting[] => {
  if (shares === null) return [];
  const parts = sharesOf(pesewas, shares);
  return [
    { account: SHARED_OUT, pesewas },
    ...BENEFICIARIES.map((name) => ({ account: SHARE_ACCOUNTS[name], pesewas: -parts[name] })),
  ];
};

/** The entry that a cleared payment has in the books. */
export const entryOf = (payment: BookedPayment): NewEntry => {
  const paid = toPesewas(payment.amount);
  const credit = creditIn(payment);
  return {
    day: payment.transaction_date,
    kind: 'payment',
    subjectId: payment.id,
    description: `Payment ${payment.transaction_id}`,
    postings: [
      { account: payment.from_unallocated ? UNALLOCATED : moneyAccount(payment.mode), pesewas: paid },
      // Ground rent became revenue when it was raised.
      {
        account: payment.tenancy_id === null ? revenueAccount(payment.type_code) : GROUND_RENT_DUE,
        pesewas: credit - paid,
      },
      ...(payment.driver_id === null
        ? []
        : [{ account: DRIVERS_CREDIT, pesewas: -credit, driverId: payment.driver_id }]),
      ...sharePostings(payment, paid),
    ],
  };
};

/** Reverses the payments' postings on the day of the reversal. */
export const postReversed = (
  tx: Tx,
  payments: readonly ChangedPayment[],
  reason: string | null,
  made: Made,
): Promise<void> =>
  reverse(
    tx,
    {
      kind: 'payment',
      subjectIds: payments.map(({ id }) => id),
      day: today(made.now),
      description: `Reversal: ${reason ?? 'no reason given'}`,
    },
    made,
  );

/** The entry that a payment must have in the books, and whether it must have been taken back. */
export type Booked = { entry: NewEntry; isReversed: boolean };

/** The entries that the cleared ones of these payments must have in the books, by payment id. */
export const bookedPayments = async (db: Db, records: Records): Promise<ReadonlyMap<string, Booked>> =>
  new Map(
    (await bookedRows(db, records)).map(({ status, ...payment }) => [
      payment.id,
      { entry: entryOf(payment), isReversed: status === 'reversed' },
    ]),
  );

/** Same, with the payments locked: waits for changes that are under way and blocks new ones. */
export const lockedPayments = async (tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Booked>> => {
  await holdPayments(tx, ids);
  return bookedPayments(tx, { ids });
};
