import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { DriverRow } from '../drivers.repo.ts';

/** Those of these drivers that there are, locked to the transaction's end so that nothing new refers to them either. */
export const lockForMerge = (tx: Tx, ids: readonly string[]): Promise<DriverRow[]> =>
  tx
    .selectFrom('drivers')
    .selectAll()
    .where(sql<boolean>`id = ANY(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

/**
 * Marks a record as merged into another one, and with it those that were merged into it before: each leads to the kept one at
 * once. One that was removed before keeps its day.
 */
export const markMerged = async (
  tx: Tx,
  { id, into }: { id: string; into: string },
  { reason, now }: { reason: string; now: Date },
): Promise<void> => {
  await tx.updateTable('drivers').set({ merged_into: into }).where('merged_into', '=', id).execute();
  await tx
    .updateTable('drivers')
    .set((eb) => ({
      removed_at: eb.fn.coalesce('removed_at', sql<Date>`${now}::timestamptz`),
      removal_reason: reason,
      merged_into: into,
    }))
    .where('id', '=', id)
    .execute();
};

/** The record that a driver's number stands for by now: that which it was merged into, or itself. */
export const keptRecord = async (db: Db, id: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    SELECT coalesce(merged_into, id)::text AS id FROM drivers WHERE id = ${id}`.execute(db);
  return rows[0]?.id ?? id;
};

/** The number of a record with those of the records that were merged into it. */
export const recordAndMerged = async (db: Db, id: string): Promise<string[]> => {
  const merged = await db.selectFrom('drivers').select('id').where('merged_into', '=', id).execute();
  return [id, ...merged.map((record) => record.id)];
};

/** The record that the driver of a code was merged into, or null. */
export const mergedByCode = async (db: Db, driverCode: string): Promise<string | null> => {
  const driver = db.selectFrom('drivers').select('merged_into').where('driver_code', '=', driverCode);
  return (await driver.executeTakeFirst())?.merged_into ?? null;
};
