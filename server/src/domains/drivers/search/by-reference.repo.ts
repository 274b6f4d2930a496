import { normalizeCarNumber } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { type DriverRelation, type DriverRow, owners } from '../drivers.repo.ts';

type NamedDriver = DriverRelation & Pick<DriverRow, 'middle_name'>;

/** Records that were merged into another one, which has their payments. */
const MERGED = sql`removed_at IS NOT NULL AND merged_into IS NOT NULL`;

/**
 * True where a current driver, or a record that was merged into another, has the car of a key, in letters and digits only.
 * OFFSET 0, so that each is looked up by the index and the cars of all drivers are never read.
 */
export const isCurrentCar = (key: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`(EXISTS (SELECT FROM drivers WHERE car_key = ${key} AND removed_at IS NULL OFFSET 0)
    OR EXISTS (SELECT FROM drivers WHERE car_key = ${key} AND ${MERGED} OFFSET 0))`;

/**
 * The record numbers of drivers with exactly this driver code or car number, removed ones too, and of those that they were
 * merged into, as a relation.
 */
export const driversNamed = (text: string): RawBuilder<{ id: string }> => sql`
  SELECT coalesce(merged_into, id) AS id FROM drivers WHERE driver_code = ${text.trim().toUpperCase()}
  UNION SELECT id FROM drivers WHERE car_key = ${normalizeCarNumber(text)} AND removed_at IS NULL
  UNION SELECT coalesce(merged_into, id) FROM drivers
  WHERE car_key = ${normalizeCarNumber(text)} AND removed_at IS NOT NULL`;

/**
 * The record numbers of current drivers who are named by a car or a mobile number, their own or that of a record that was
 * merged into theirs, as a relation.
 */
export const driversBehind = ({
  reference,
  number,
}: {
  reference: string;
  number: string;
}): RawBuilder<{ id: string }> => sql`
  SELECT id FROM drivers WHERE car_key = ${normalizeCarNumber(reference)} AND removed_at IS NULL
  UNION SELECT id FROM drivers WHERE mobile_number = ${number} AND removed_at IS NULL
  UNION SELECT merged_into FROM drivers WHERE car_key = ${normalizeCarNumber(reference)} AND ${MERGED}
  UNION SELECT merged_into FROM drivers WHERE mobile_number = ${number} AND ${MERGED}`;

/** The driver of a code, also a removed one, or the record that it was merged into, as lists show it; null where no driver has it. */
export const ownerOfCode = async (db: Db, driverCode: string): Promise<DriverRelation | null> =>
  (
    await sql<DriverRelation>`
      SELECT * FROM (${owners}) AS owner
      WHERE id = (SELECT coalesce(merged_into, id) FROM drivers WHERE driver_code = ${driverCode})`.execute(db)
  ).rows[0] ?? null;

/** The drivers of these record numbers, removed ones too, by them. */
export const ownersById = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, NamedDriver>> => {
  const { rows } = await sql<NamedDriver>`
    SELECT id, driver_code, first_name, middle_name, last_name, car_number, mobile_number,
      removed_at IS NOT NULL AS is_removed
    FROM drivers WHERE id = ANY(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((driver) => [driver.id, driver]));
};
