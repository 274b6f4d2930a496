import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { type DriverRow, lockRecords } from '../drivers.repo.ts';

type Range = { importId: string; after: string; limit: number };

const currentOf = (db: Db, importId: string) =>
  db.selectFrom('drivers').where('import_id', '=', importId).where('removed_at', 'is', null);

export type ImportedDriver = Pick<DriverRow, 'id' | 'account_id'>;

/** The next current drivers of an import after a record number. */
export const nextImported = (db: Db, { importId, after, limit }: Range): Promise<ImportedDriver[]> =>
  currentOf(db, importId).select(['id', 'account_id']).where('id', '>', after).orderBy('id').limit(limit).execute();

/** The same, whole, and locked to the transaction's end: nobody pays for them or changes them meanwhile. */
export const lockNextImported = async (tx: Tx, range: Range): Promise<DriverRow[]> => {
  const next = await nextImported(tx, range);
  const locked = await lockRecords(
    tx,
    next.map(({ id }) => id),
  );
  return locked.filter(({ removed_at }) => removed_at === null);
};

/** How many drivers of an import are current ones. */
export const countImported = async (db: Db, importId: string): Promise<number> => {
  const { count } = await currentOf(db, importId)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Those of these drivers whose person has a record with another car, a removed one too, or has asked for a car. */
export const withOtherCars = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM driver_records AS one WHERE id = ANY(${ids}::bigint[]) AND (
      EXISTS (SELECT FROM driver_records AS other WHERE other.root_id = one.root_id AND other.id <> one.id)
      OR EXISTS (SELECT FROM car_requests WHERE driver_id = one.id))`.execute(db);
  return new Set(rows.map(({ id }) => id));
};
