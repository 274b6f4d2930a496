import { today, toPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import type { Records } from '#db/records.ts';
import { keptRecords } from '#domains/drivers';
import {
  DEBTS_WRITTEN_OFF,
  DRIVERS_CREDIT,
  moneyAccount,
  type NewEntry,
  REFUNDS_OWED,
  REFUNDS_TO_PAY,
  UNALLOCATED,
} from '#domains/ledger';
import { pluck, presentOf } from '#lib/values.ts';
import { bookedRefundRows, lockRefunds, type Refund } from './refunds.repo.ts';

type Approved = Refund & { approved_at: Date };

/** An approved refund goes from the driver's credit, or unallocated money, to what is to pay. */
export const entryOfRefund = (refund: Approved): NewEntry => {
  const { id, source, driver_id, amount, approved_at, mode, paid_to, reason, asked_by, approved_by, is_alone } = refund;
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
    document: {
      ...{ mode, 'paid to': paid_to, purpose: reason, writer: asked_by, approver: approved_by },
      ...{ 'decided alone': is_alone ? 'yes' : 'no' },
    },
  };
};

type PaidOut = Refund & { paid_on: string };

/** A payout leaves the account of its mode. */
export const entryOfPayout = (refund: PaidOut): NewEntry => {
  const { id, mode, amount, reference, paid_on, paid_to, ended_by } = refund;
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
    document: { mode, 'paid to': paid_to, reference, 'person who paid': ended_by },
  };
};

type Owed = Pick<Refund, 'id' | 'driver_id' | 'amount'> & { owed_at: Date };

/** A refund that is owed back is unallocated money again, which leaves with its cheque. */
export const entryOfOwed = ({ id, driver_id, amount, owed_at }: Owed): NewEntry => {
  const pesewas = toPesewas(amount);
  const by =
    driver_id === null ? { account: REFUNDS_OWED, pesewas } : { account: DRIVERS_CREDIT, pesewas, driverId: driver_id };
  return {
    day: today(owed_at),
    kind: 'refund debt',
    subjectId: id,
    description: `Refund ${id} owed back`,
    postings: [by, { account: UNALLOCATED, pesewas: -pesewas }],
  };
};

type WrittenOff = Pick<Refund, 'id' | 'driver_id'> & { written_off: string; settled_at: Date };

/** The written off part of an owed refund is a cost. */
export const entryOfWriteOff = ({ id, driver_id, written_off, settled_at }: WrittenOff): NewEntry => {
  const pesewas = toPesewas(written_off);
  const of =
    driver_id === null
      ? { account: REFUNDS_OWED, pesewas: -pesewas }
      : { account: DRIVERS_CREDIT, pesewas: -pesewas, driverId: driver_id };
  return {
    day: today(settled_at),
    kind: 'refund write-off',
    subjectId: id,
    description: `Refund ${id} written off`,
    postings: [{ account: DEBTS_WRITTEN_OFF, pesewas }, of],
  };
};

type BookedRefund = { entry: NewEntry; isReversed: boolean };

/** Refunds with the drivers who have their credit now, since records may have been merged. */
export const withKeptDrivers = async (db: Db, refunds: readonly Refund[]): Promise<Refund[]> => {
  const kept = await keptRecords(db, presentOf(pluck(refunds, 'driver_id')));
  return refunds.map(({ driver_id: id, ...refund }) => ({
    ...refund,
    driver_id: id === null ? null : (kept.get(id) ?? id),
  }));
};

const readBooked = async (db: Db, records: Records): Promise<Refund[]> =>
  withKeptDrivers(db, await bookedRefundRows(db, records));

type Read = (db: Db, records: Records) => Promise<ReadonlyMap<string, BookedRefund>>;

/** Reads with the refunds locked: waits for changes that are under way and blocks new ones. */
const locking =
  (read: Read) =>
  async (tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, BookedRefund>> => {
    await lockRefunds(tx, ids);
    return read(tx, { ids });
  };

/** The entries that approved refunds must have in the books, by their ids. */
export const bookedRefunds = async (db: Db, records: Records): Promise<ReadonlyMap<string, BookedRefund>> =>
  new Map(
    (await readBooked(db, records)).flatMap(({ approved_at, ...refund }) =>
      approved_at === null
        ? []
        : [
            [
              refund.id,
              { entry: entryOfRefund({ ...refund, approved_at }), isReversed: refund.status === 'withdrawn' },
            ],
          ],
    ),
  );

export const lockedRefunds = locking(bookedRefunds);

/** The entries that paid refunds must have in the books besides. */
export const bookedPayouts = async (db: Db, records: Records): Promise<ReadonlyMap<string, BookedRefund>> =>
  new Map(
    (await bookedRefundRows(db, records)).flatMap(({ paid_on, ...refund }) =>
      paid_on === null ? [] : [[refund.id, { entry: entryOfPayout({ ...refund, paid_on }), isReversed: false }]],
    ),
  );

export const lockedPayouts = locking(bookedPayouts);

/** The entries that refunds which are owed back must have in the books besides. */
export const bookedDebts = async (db: Db, records: Records): Promise<ReadonlyMap<string, BookedRefund>> =>
  new Map(
    (await readBooked(db, records)).flatMap(({ owed_at, ...refund }) =>
      owed_at === null ? [] : [[refund.id, { entry: entryOfOwed({ ...refund, owed_at }), isReversed: false }]],
    ),
  );

export const lockedDebts = locking(bookedDebts);

/** The entries that owed refunds which were written off must have in the books besides. */
export const bookedWriteOffs = async (db: Db, records: Records): Promise<ReadonlyMap<string, BookedRefund>> =>
  new Map(
    (await readBooked(db, records)).flatMap(({ written_off, settled_at, ...refund }) =>
      written_off === null || settled_at === null
        ? []
        : [[refund.id, { entry: entryOfWriteOff({ ...refund, written_off, settled_at }), isReversed: false }]],
    ),
  );

export const lockedWriteOffs = locking(bookedWriteOffs);
