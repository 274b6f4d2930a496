import { today, toPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { Records } from '#db/records.ts';
import { DRIVERS_CREDIT, type NewEntry, revenueAccount, reverse } from '#domains/ledger';
import { noteOnReceipts } from '#domains/receipts';
import type { Author } from '#lib/caller.ts';
import { pluck } from '#lib/values.ts';
import type { Booked } from '../posted.ts';
import { type FreedPayment, freedRows, holdFreed, takeBackFreed } from './freed-payments.repo.ts';

/** Moves the fee's revenue to the credit of the driver who had paid it. */
export const entryOfFreed = ({ id, driver_id: driverId, ...freed }: FreedPayment): NewEntry => {
  const pesewas = toPesewas(freed.amount);
  return {
    day: freed.freed_on,
    kind: 'freed payment',
    subjectId: id,
    description: `Credit of payment ${freed.transaction_id}, whose fee was paid twice`,
    postings: [
      { account: revenueAccount(freed.type_code), pesewas },
      { account: DRIVERS_CREDIT, pesewas: -pesewas, driverId },
    ],
  };
};

/** The entries that freed payments must have in the books, by their own ids. */
export const bookedFreed = async (db: Db, records: Records): Promise<ReadonlyMap<string, Booked>> =>
  new Map(
    (await freedRows(db, records)).map((freed) => [
      freed.id,
      { entry: entryOfFreed(freed), isReversed: freed.status === 'taken_back' },
    ]),
  );

/** Same, with the rows locked: waits for changes that are under way and blocks new ones. */
export const lockedFreed = async (tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Booked>> => {
  await holdFreed(tx, ids);
  return bookedFreed(tx, { ids });
};

/** Takes the entries of those of these locked payments that were freed out of the books. */
export const postUnfreed = async (
  tx: Tx,
  paymentIds: readonly string[],
  { reason, by, now }: { reason: string; by: Author | null; now: Date },
): Promise<FreedPayment[]> => {
  const freed = await takeBackFreed(tx, paymentIds);
  const taken = { kind: 'freed payment', subjectIds: pluck(freed, 'id'), day: today(now) } as const;
  await noteOnReceipts(tx, { subjectIds: pluck(freed, 'payment_id'), note: null });
  await reverse(tx, { ...taken, description: reason }, { by, now });
  return freed;
};
