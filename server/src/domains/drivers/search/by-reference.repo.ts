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
 * True where a key is the car of another registered driver than the one of a record number, whose own car, and those of records
 * that were merged into theirs, it is not.
 */
export const isCarOfOther = (key: RawBuilder<unknown>, driverId: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`(${isCurrentCar(key)} AND NOT EXISTS (SELECT FROM drivers WHERE id = ${driverId} AND car_key = ${key})
    AND NOT EXISTS (SELECT FROM drivers WHERE merged_into = ${driverId} AND car_key = ${key}))`;

/** A payer's words beside the driver whom the money is to be for; `id` is the caller's name of the pair. */
type Named = { id: string; reference: string; driverId: string };

/** The ids of those pairs whose reference is the car of another registered driver. */
export const namingOtherCars = async (db: Db, pairs: readonly Named[]): Promise<Set<string>> => {
  const asked = pairs
    .map(({ id, reference, driverId }) => ({ id, car_key: normalizeCarNumber(reference), driver_id: driverId }))
    .filter(({ car_key }) => /[A-Z]/.test(car_key) && /\d/.test(car_key));
  if (asked.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    SELECT asked.id FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS asked (id text, car_key text, driver_id bigint)
    WHERE ${isCarOfOther(sql`asked.car_key`, sql`asked.driver_id`)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
};

/** The record number of the registered driver whose car a payer's words are; null where they are no such car. */
export const driverOfReference = async (db: Db, reference: string): Promise<string | null> => {
  const key = normalizeCarNumber(reference);
  const { rows } = await sql<{ id: string }>`
    SELECT id::text FROM drivers WHERE car_key = ${key} AND removed_at IS NULL
    UNION ALL SELECT merged_into::text FROM drivers WHERE car_key = ${key} AND ${MERGED} LIMIT 1`.execute(db);
  return rows[0]?.id ?? null;
};

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
  UNION SELECT id FROM driver_records WHERE mobile_number = ${number} AND is_current
  UNION SELECT merged_into FROM drivers WHERE car_key = ${normalizeCarNumber(reference)} AND ${MERGED}
  UNION SELECT merged_into FROM driver_records WHERE mobile_number = ${number} AND NOT is_current AND ${MERGED}`;

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
    FROM driver_records WHERE id = ANY(${ids}::bigint[])`.execute(db);
  return new Map(rows.map((driver) => [driver.id, driver]));
};
