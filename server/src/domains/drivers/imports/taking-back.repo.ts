import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { DriverRow } from '../drivers.repo.ts';

type Range = { importId: string; after: string; limit: number };

const currentOf = (db: Db, importId: string) =>
  db.selectFrom('drivers').where('import_id', '=', importId).where('removed_at', 'is', null);

export type ImportedDriver = Pick<DriverRow, 'id' | 'account_id'>;

/** The next current drivers of an import after a record number. */
export const nextImported = (db: Db, { importId, after, limit }: Range): Promise<ImportedDriver[]> =>
  currentOf(db, importId).select(['id', 'account_id']).where('id', '>', after).orderBy('id').limit(limit).execute();

/** The same, whole, and locked to the transaction's end: nobody pays for them or changes them meanwhile. */
export const lockNextImported = (tx: Tx, { importId, after, limit }: Range): Promise<DriverRow[]> =>
  currentOf(tx, importId).selectAll().where('id', '>', after).orderBy('id').limit(limit).forUpdate().execute();

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
    SELECT id FROM drivers WHERE id = ANY(${ids}::bigint[]) AND (
      EXISTS (SELECT FROM drivers AS other WHERE other.person_id = drivers.person_id AND other.id <> drivers.id)
      OR EXISTS (SELECT FROM car_requests WHERE driver_id = drivers.id))`.execute(db);
  return new Set(rows.map(({ id }) => id));
};
