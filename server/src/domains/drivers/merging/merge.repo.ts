import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { MergedBefore } from '#db/json-shapes.ts';

/**
 * Marks a record as merged into another one, and with it those that were merged into it before:
 * each leads to the kept one at once. One that was removed before keeps its day.
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

/** The records that drivers were merged into, or the drivers' own, by the drivers' ids. */
export const keptRecords = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ id: string; kept: string }>`
    SELECT id::text, coalesce(merged_into, id)::text AS kept FROM drivers WHERE id = ANY(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, kept }) => [id, kept]));
};

export const keptRecord = async (db: Db, id: string): Promise<string> => (await keptRecords(db, [id])).get(id) ?? id;

/** True where two drivers are one record by now, as after a merge; false where either is none. */
export const areOneRecord = async (db: Db, one: string | null, other: string | null): Promise<boolean> =>
  one !== null && other !== null && (one === other || (await keptRecord(db, one)) === (await keptRecord(db, other)));

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

type Records = { id: string; into: string };

/** Reads what a merge will change of its records and of those merged into the duplicate. */
export const recordsBefore = async (
  tx: Tx,
  { id, into }: Records,
): Promise<Pick<MergedBefore, 'duplicate' | 'kept' | 'merged'>> => {
  // As JSON, which keeps moments to the microsecond.
  const { rows } = await sql<{ before: Pick<MergedBefore, 'duplicate' | 'kept' | 'merged'> }>`
    SELECT jsonb_build_object(
      'duplicate', jsonb_build_object('removed_at', duplicate.removed_at, 'removal_reason', duplicate.removal_reason),
      'kept', jsonb_build_object('is_fee_due', kept.is_fee_due, 'unpaid_since', kept.unpaid_since),
      'merged', coalesce((SELECT jsonb_agg(id::text ORDER BY id) FROM drivers WHERE merged_into = duplicate.id), '[]')
    ) AS before
    FROM drivers AS duplicate, drivers AS kept WHERE duplicate.id = ${id} AND kept.id = ${into}`.execute(tx);
  const [found] = rows;
  if (!found) throw new Error(`No drivers ${id} and ${into}`);
  return found.before;
};

type NewMerge = Records & { before: MergedBefore; samePerson: string; by: string; now: Date };

/** Keeps what a merge changed, and forgets that of older merges, which stand for good. */
export const keepMerge = async (
  tx: Tx,
  { id, into, before, samePerson, by, now }: NewMerge,
  forgetBefore: Date,
): Promise<void> => {
  const old = tx.updateTable('driver_merges').set({ before: null }).where('merged_at', '<', forgetBefore);
  await old.where('before', 'is not', null).execute();
  await tx
    .insertInto('driver_merges')
    .values({
      duplicate_id: id,
      kept_id: into,
      merged_at: now,
      merged_by: by,
      same_person: samePerson,
      before: JSON.stringify(before),
    })
    .execute();
};

/** Forgets the texts and former values of a driver's merges, which an erasure makes final. */
export const forgetMerges = async (tx: Tx, driverId: string): Promise<void> => {
  await tx
    .updateTable('driver_merges')
    .set({ same_person: '', before: null })
    .where((eb) => eb.or([eb('duplicate_id', '=', driverId), eb('kept_id', '=', driverId)]))
    .execute();
};

/** A merge that was not taken back; `before` is null where it stands for good. */
export type Merge = { id: string; duplicate_id: string; kept_id: string; merged_at: Date; before: MergedBefore | null };

/** The merge of a duplicate, or null. */
export const mergeOf = async (db: Db, duplicateId: string): Promise<Merge | null> =>
  (await db
    .selectFrom('driver_merges')
    .select(['id', 'duplicate_id', 'kept_id', 'merged_at', 'before'])
    .where('duplicate_id', '=', duplicateId)
    .where('taken_back_at', 'is', null)
    .executeTakeFirst()) ?? null;

/** The code of a record that was merged into the same one later, and still is; or null. */
export const mergedSince = async (db: Db, { id, kept_id }: Merge): Promise<string | null> => {
  const later = db
    .selectFrom('driver_merges')
    .innerJoin('drivers', 'drivers.id', 'driver_merges.duplicate_id')
    .select('driver_code')
    .where('kept_id', '=', kept_id)
    .where('driver_merges.id', '>', id)
    .where('taken_back_at', 'is', null);
  return (await later.orderBy('driver_merges.id', 'desc').executeTakeFirst())?.driver_code ?? null;
};

/** Puts the records of a merge back as they were, and marks it as taken back. */
export const unmarkMerged = async (
  tx: Tx,
  { id, duplicate_id, kept_id }: Merge,
  { before, by, now }: { before: MergedBefore; by: string; now: Date },
): Promise<void> => {
  const { duplicate, kept, merged } = before;
  await sql`
    UPDATE drivers SET merged_into = NULL, removed_at = ${duplicate.removed_at}::timestamptz,
      removal_reason = ${duplicate.removal_reason}
    WHERE id = ${duplicate_id}`.execute(tx);
  await sql`UPDATE drivers SET merged_into = ${duplicate_id} WHERE id = ANY(${merged}::bigint[])`.execute(tx);
  await sql`
    UPDATE drivers SET is_fee_due = ${kept.is_fee_due}, unpaid_since = ${kept.unpaid_since}::timestamptz
    WHERE id = ${kept_id}`.execute(tx);
  const ended = { before: null, taken_back_at: now, taken_back_by: by };
  await tx.updateTable('driver_merges').set(ended).where('id', '=', id).execute();
};
