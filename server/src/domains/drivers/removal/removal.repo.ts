import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { DriverRow } from '../drivers.repo.ts';

/** One parameter for any number of ids, so that every length is the same statement. */
const among = (ids: readonly string[]) => sql<boolean>`id = ANY(${ids}::bigint[])`;

/** The driver with this record number, current or removed, locked to the transaction's end; or null. */
export const lockDriver = async (tx: Tx, id: string): Promise<DriverRow | null> =>
  (await tx.selectFrom('drivers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;

/** Removes the drivers from the current ones; their car, mobile and ID numbers are free from then on. */
export const markRemoved = async (
  db: Db,
  ids: readonly string[],
  { now, reason }: { now: Date; reason: string },
): Promise<void> => {
  if (ids.length === 0) return;
  await db
    .updateTable('drivers')
    .set({ removed_at: now, removal_reason: reason })
    .where(among(ids))
    .where('removed_at', 'is', null)
    .execute();
};

/**
 * Days without the registration fee count for registrations alone: an imported driver was a customer before, and so is one whose
 * imported duplicate was merged into theirs (docs/product/drivers.md, rule 47).
 */
const countingFrom = (moment: Date) => sql<Date | null>`CASE WHEN import_id IS NULL AND NOT EXISTS (
  SELECT FROM drivers AS duplicate WHERE duplicate.merged_into = drivers.id AND duplicate.import_id IS NOT NULL
) THEN ${moment}::timestamptz END`;

/** Makes a removed driver current again; where the fee is not paid, with the whole time to pay from now on. */
export const markRestored = async (db: Db, id: string, now: Date): Promise<void> => {
  await db
    .updateTable('drivers')
    .set({
      removed_at: null,
      removal_reason: '',
      unpaid_since: sql<Date | null>`CASE WHEN unpaid_since IS NOT NULL THEN ${now}::timestamptz END`,
    })
    .where('id', '=', id)
    .execute();
};

/** A current driver without a cleared registration fee. */
export type Unpaid = Pick<DriverRow, 'id' | 'account_id'>;

/**
 * Current drivers unpaid since before the moment, the longest first, locked to the transaction's end. Rows that another
 * server or an arriving payment has locked are left for the next time.
 */
export const lockUnpaid = (tx: Tx, { before, limit }: { before: Date; limit: number }): Promise<Unpaid[]> =>
  tx
    .selectFrom('drivers')
    .select(['id', 'account_id'])
    .where('removed_at', 'is', null)
    .where('unpaid_since', '<', before)
    .orderBy('unpaid_since')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

/**
 * Sets from when on the first fee is due and days without it count; null once it is paid for. Locks the drivers in the order of their ids:
 * payments of the same drivers may be cleared at once, in any order.
 */
export const setUnpaidSince = async (db: Db, ids: readonly string[], since: Date | null): Promise<void> => {
  if (ids.length === 0) return;
  const locked = db.selectFrom('drivers').select('id').where(among(ids)).orderBy('id').forNoKeyUpdate();
  await db
    .updateTable('drivers')
    .set({ is_fee_due: since !== null, unpaid_since: since && countingFrom(since) })
    .where('id', 'in', locked)
    .execute();
};

/** Ends the days until a locked driver is archived; the fee stays due. */
export const endDaysToPay = async (tx: Tx, id: string): Promise<void> => {
  await tx.updateTable('drivers').set({ unpaid_since: null }).where('id', '=', id).execute();
};
