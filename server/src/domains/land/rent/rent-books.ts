import { formatMoney, fromPesewas, GROUND_RENT, RENT_KIND_LABELS, type RentRunKind, toPesewas } from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { holdRecords, lastId, type RecordRange, type Records } from '#db/records.ts';
import { GROUND_RENT_DUE, type NewEntry, RENT_PENALTIES, revenueAccount } from '#domains/ledger';
import {
  accountsUnlikeCharges,
  batchesUnlikeCharges,
  cancelledCharges,
  type RentBatch,
  rentBatches,
  type StoredCharge,
} from './rent-accounts.repo.ts';

const REVENUE: Readonly<Record<RentRunKind, string>> = { rent: revenueAccount(GROUND_RENT), penalty: RENT_PENALTIES };

/** Rent that is raised is owed to the stool, and its revenue, on the day of raising. */
export const entryOfRentBatch = ({ id, kind, year, day, count, total }: RentBatch): NewEntry => ({
  day,
  kind: 'rent batch',
  subjectId: id,
  description: `${RENT_KIND_LABELS[kind]} of ${year}: ${count} tenancies`,
  postings: [
    { account: GROUND_RENT_DUE, pesewas: toPesewas(total) },
    { account: REVENUE[kind], pesewas: -toPesewas(total) },
  ],
});

/** A cancelled charge goes back out of revenue, by an entry of its own. */
export const entryOfCancellation = ({ id, kind, year, amount, cancelled_on, ...charge }: StoredCharge): NewEntry => ({
  day: cancelled_on ?? '',
  kind: 'rent cancellation',
  subjectId: id,
  description: `${RENT_KIND_LABELS[kind as RentRunKind]} of ${year} cancelled`,
  postings: [
    { account: REVENUE[kind as RentRunKind], pesewas: toPesewas(amount) },
    { account: GROUND_RENT_DUE, pesewas: -toPesewas(amount) },
  ],
  document: { purpose: charge.cancel_reason, approver: charge.cancelled_by },
});

type Booked = ReadonlyMap<string, { entry: NewEntry; isReversed: boolean }>;

const booked = <Row extends { id: string }>(rows: readonly Row[], entryOf: (row: Row) => NewEntry): Booked =>
  new Map(rows.map((row) => [row.id, { entry: entryOf(row), isReversed: false }]));

/** The entries that these batches must have in the books, by their ids. */
export const bookedRentBatches = async (db: Db, records: Records): Promise<Booked> =>
  booked(await rentBatches(db, records), entryOfRentBatch);

/** Same, of charges that were cancelled. */
export const bookedRentCancellations = async (db: Db, records: Records): Promise<Booked> =>
  booked(await cancelledCharges(db, records), entryOfCancellation);

export const lockedRentBatches = async (tx: Tx, ids: readonly string[]): Promise<Booked> => {
  await holdRecords(tx, 'rent_batches', ids);
  return bookedRentBatches(tx, { ids });
};

export const lockedRentCancellations = async (tx: Tx, ids: readonly string[]): Promise<Booked> => {
  await holdRecords(tx, 'rent_charges', ids);
  return bookedRentCancellations(tx, { ids });
};

export const lastRentBatchId = (db: Db): Promise<string> => lastId(db, 'rent_batches');
export const lastRentChargeId = (db: Db): Promise<string> => lastId(db, 'rent_charges');
export const lastTenancyId = (db: Db): Promise<string> => lastId(db, 'tenancies');

/** Describes batches whose charges come to another sum or number than the batch. */
export const compareRentBatches = async (tx: Tx, range: RecordRange): Promise<string[]> =>
  (await batchesUnlikeCharges(tx, range)).map(
    ({ id, total, charged }) =>
      `Batch ${id} of ground rent comes to ${formatMoney(total)}, and its charges to ${formatMoney(charged)}.`,
  );

const net = (one: string, other: string): string => fromPesewas(toPesewas(one) - toPesewas(other));

/**
 * Describes rent accounts that are not what their charges and payments come to. Differences are
 * looked at again with the tenancies locked, since others raise and pay meanwhile.
 */
export const compareRentAccounts = async (tx: Tx, range: RecordRange): Promise<string[]> => {
  const seeming = (await accountsUnlikeCharges(tx, range)).map(({ id }) => id);
  if (seeming.length === 0) return [];
  await holdRecords(tx, 'tenancies', seeming);
  return (await accountsUnlikeCharges(tx, { ids: seeming })).map(
    ({ id, charged, paid, must_charge, must_pay }) =>
      `Rent account of tenancy ${id} is charged ${charged} and paid ${paid}, and should be charged ${must_charge} and ` +
      `paid ${must_pay}; a difference of ${net(net(charged, paid), net(must_charge, must_pay))}, or another oldest day.`,
  );
};
