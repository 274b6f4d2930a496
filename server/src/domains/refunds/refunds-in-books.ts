import { today, toPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { Records } from '#db/records.ts';
import { keptRecords } from '#domains/drivers';
import { DRIVERS_CREDIT, moneyAccount, type NewEntry, REFUNDS_TO_PAY, UNALLOCATED } from '#domains/ledger';
import { presentOf } from '#lib/values.ts';
import { bookedRefundRows, lockRefunds, type Refund } from './refunds.repo.ts';

type Approved = Pick<Refund, 'id' | 'source' | 'driver_id' | 'amount'> & { approved_at: Date };

/** An approved refund goes from the driver's credit, or unallocated money, to what is to pay. */
export const entryOfRefund = ({ id, source, driver_id, amount, approved_at }: Approved): NewEntry => {
  const pesewas = toPesewas(amount);
  const from =
    source === 'credit' && driver_id !== null
      ? { account: DRIVERS_CREDIT, pesewas, driverId: driver_id }
      : { account: UNALLOCATED, pesewas };
  return {
    day: today(approved_at),
    kind: 'refund',
    subjectId: id,
    description: `Refund ${id}`,
    postings: [from, { account: REFUNDS_TO_PAY, pesewas: -pesewas }],
  };
};

type PaidOut = Pick<Refund, 'id' | 'mode' | 'amount' | 'reference'> & { paid_on: string };

/** A payout leaves the account of its mode. */
export const entryOfPayout = ({ id, mode, amount, reference, paid_on }: PaidOut): NewEntry => {
  const pesewas = toPesewas(amount);
  return {
    day: paid_on,
    kind: 'refund payout',
    subjectId: id,
    description: `Refund ${id} paid: ${reference}`,
    postings: [
      { account: REFUNDS_TO_PAY, pesewas },
      { account: moneyAccount(mode), pesewas: -pesewas },
    ],
  };
};

type BookedRefund = { entry: NewEntry; isReversed: boolean };

/** The entries that approved refunds must have in the books, by their ids. */
export const bookedRefunds = async (db: Db, records: Records): Promise<ReadonlyMap<string, BookedRefund>> => {
  const rows = await bookedRefundRows(db, records);
  const kept = await keptRecords(db, presentOf(rows.map(({ driver_id }) => driver_id)));
  return new Map(
    rows.flatMap(({ approved_at, driver_id: id, ...refund }) => {
      if (approved_at === null) return [];
      const driver_id = id === null ? null : (kept.get(id) ?? id);
      const entry = entryOfRefund({ ...refund, driver_id, approved_at });
      return [[refund.id, { entry, isReversed: refund.status === 'withdrawn' }]];
    }),
  );
};

/** Same, with the refunds locked: waits for changes that are under way and blocks new ones. */
export const settledRefunds = async (tx: Tx, ids: readonly string[]) => {
  await lockRefunds(tx, ids);
  return bookedRefunds(tx, { ids });
};

/** The entries that paid refunds must have in the books besides. */
export const bookedPayouts = async (db: Db, records: Records): Promise<ReadonlyMap<string, BookedRefund>> =>
  new Map(
    (await bookedRefundRows(db, records)).flatMap(({ paid_on, ...refund }) =>
      paid_on === null ? [] : [[refund.id, { entry: entryOfPayout({ ...refund, paid_on }), isReversed: false }]],
    ),
  );

export const settledPayouts = async (tx: Tx, ids: readonly string[]) => {
  await lockRefunds(tx, ids);
  return bookedPayouts(tx, { ids });
};
