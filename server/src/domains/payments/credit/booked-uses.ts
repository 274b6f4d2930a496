import { formatPaidMonth, monthCode, toPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { Records } from '#db/records.ts';
import { DRIVERS_CREDIT, type NewEntry, revenueAccount } from '#domains/ledger';
import type { Booked } from '../booked-payments.ts';
import type { Fee } from '../claims/fee-rules.ts';
import { type BookedUse, bookedUseRows, lockUses } from './credit.repo.ts';

/** A fee in a log: `SS November 2026`. */
export const nameOfFee = ({ type_code, payment_year, payment_month }: Fee): string => {
  return [type_code, formatPaidMonth({ payment_year, payment_month: monthCode(payment_month) })]
    .filter((part) => part !== '')
    .join(' ');
};

export { lastCreditUseId } from './credit.repo.ts';

/** The postings that a use of credit has in the books: the money moves from the driver's credit to the fee's revenue. */
export const postingsOfUse = ({
  driver_id,
  type_code,
  amount,
}: Pick<BookedUse, 'driver_id' | 'type_code' | 'amount'>): NewEntry['postings'] => {
  const pesewas = toPesewas(amount);
  return [
    { account: DRIVERS_CREDIT, pesewas, driverId: driver_id },
    { account: revenueAccount(type_code), pesewas: -pesewas },
  ];
};

/** The entries that these uses of credit must have in the books, by the uses' ids. */
export const bookedCreditUses = async (db: Db, records: Records): Promise<ReadonlyMap<string, Booked>> =>
  new Map(
    (await bookedUseRows(db, records)).map((use) => {
      const { id, used_on: day, status } = use;
      const entry = { day, kind: 'credit use', subjectId: id, description: nameOfFee(use) } as const;
      return [id, { entry: { ...entry, postings: postingsOfUse(use) }, isReversed: status === 'returned' }];
    }),
  );

/** The same, after waiting for whoever returns one of these uses; nobody does until the transaction ends. */
export const settledCreditUses = async (tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Booked>> => {
  await lockUses(tx, ids);
  return bookedCreditUses(tx, { ids });
};
