import { normalizeCarNumber } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { anyOf } from '#db/records.ts';
import { type DriverRelation, type DriverRow, owners } from '../drivers.repo.ts';

export type NamedDriver = DriverRelation & Pick<DriverRow, 'middle_name'>;

/** Records that were merged into another one, which has their payments. */
const MERGED = sql`removed_at IS NOT NULL AND merged_into IS NOT NULL`;

/**
 * True if a current driver or a merged record has the car with this key. `OFFSET 0` makes the
 * planner look each key up by the index.
 */
export const isCurrentCar = (key: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`(EXISTS (SELECT FROM drivers WHERE car_key = ${key} AND removed_at IS NULL OFFSET 0)
    OR EXISTS (SELECT FROM drivers WHERE car_key = ${key} AND ${MERGED} OFFSET 0))`;

/** True if another registered driver has this car, and neither this one nor a merged record. */
export const isCarOfOther = (key: RawBuilder<unknown>, driverId: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`(${isCurrentCar(key)} AND NOT EXISTS (SELECT FROM drivers WHERE id = ${driverId} AND car_key = ${key})
    AND NOT EXISTS (SELECT FROM drivers WHERE merged_into = ${driverId} AND car_key = ${key}))`;

/**
 * A payer's reference and the driver whom the money is for, or null where it is for land; `id` is
 * the caller's name of the pair.
 */
type Named = { id: string; reference: string; driverId: string | null };

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

/** The driver whose car a payer's reference names; null if it names none. */
export const driverOfReference = async (db: Db, reference: string): Promise<string | null> => {
  const key = normalizeCarNumber(reference);
  const { rows } = await sql<{ id: string }>`
    SELECT id::text FROM drivers WHERE car_key = ${key} AND removed_at IS NULL
    UNION ALL SELECT merged_into::text FROM drivers WHERE car_key = ${key} AND ${MERGED} LIMIT 1`.execute(db);
  return rows[0]?.id ?? null;
};

/** The drivers with exactly this code or car number, or the records they were merged into. */
export const driversNamed = (text: string): RawBuilder<{ id: string }> => sql`
  SELECT coalesce(merged_into, id) AS id FROM drivers WHERE driver_code = ${text.trim().toUpperCase()}
  UNION SELECT id FROM drivers WHERE car_key = ${normalizeCarNumber(text)} AND removed_at IS NULL
  UNION SELECT coalesce(merged_into, id) FROM drivers
  WHERE car_key = ${normalizeCarNumber(text)} AND removed_at IS NOT NULL`;

/** The current drivers whom a car or mobile number names, their own or a merged record's. */
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

/** The cars, codes and mobile numbers of current drivers, and of the records merged into them. */
export const numbersOfDrivers = (
  ids: readonly string[],
): RawBuilder<{ car_key: string; driver_code: string; mobile_number: string }> => sql`
  SELECT car_key, driver_code, mobile_number FROM drivers WHERE id = ${anyOf(ids)} AND removed_at IS NULL
  UNION ALL SELECT car_key, driver_code, mobile_number FROM drivers WHERE merged_into = ${anyOf(ids)}`;

/** The driver with a code, or the record they were merged into; null if there is none. */
export const ownerOfCode = async (db: Db, driverCode: string): Promise<DriverRelation | null> =>
  (
    await sql<DriverRelation>`
      SELECT * FROM (${owners}) AS owner
      WHERE id = (SELECT coalesce(merged_into, id) FROM drivers WHERE driver_code = ${driverCode})`.execute(db)
  ).rows[0] ?? null;

/** The drivers with these record numbers, with removed ones, as a relation; numbers are text. */
export const ownersAmong = (ids: readonly string[]) => sql<NamedDriver>`
  SELECT id::text, driver_code, first_name, middle_name, last_name, car_number, mobile_number,
    removed_at IS NOT NULL AS is_removed
  FROM drivers WHERE id = ${anyOf(ids)}`;

/** The same by record number. */
export const ownersById = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, NamedDriver>> => {
  const { rows } = await ownersAmong(ids).execute(db);
  return new Map(rows.map((driver) => [driver.id, driver]));
};
