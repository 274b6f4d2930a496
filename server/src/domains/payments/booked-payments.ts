import type { Db, Tx } from '#db/database.ts';
import type { Records } from '#db/records.ts';
import type { NewEntry } from '#domains/ledger';
import { bookedRows, lockPayments } from './payments.repo.ts';
import { entryOf } from './posted.ts';

export { lastPaymentId } from './payments.repo.ts';

/** The entry that a payment must have in the books, and whether it must have been taken back. */
export type Booked = { entry: NewEntry; isReversed: boolean };

/** Of these payments those that were cleared, with what the books must say of them, by their ids. */
export const bookedPayments = async (db: Db, records: Records): Promise<ReadonlyMap<string, Booked>> =>
  new Map(
    (await bookedRows(db, records)).map(({ status, ...payment }) => [
      payment.id,
      { entry: entryOf(payment), isReversed: status === 'reversed' },
    ]),
  );

/** The same, after waiting for whoever changes one of these payments; nobody changes one until the transaction ends. */
export const settledPayments = async (tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Booked>> => {
  await lockPayments(tx, ids);
  return bookedPayments(tx, { ids });
};
