import type { PlanSlug } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { countRows } from '#db/records.ts';
import { type DriverRow, type NewDriver, type NewPerson, PERSON_COLUMNS, SHOWN } from '../drivers.repo.ts';
import type { CurrentDriver } from './judge-lines.ts';

/** The next numbers for driver codes. A failed transaction uses its numbers up. */
export const nextSerials = async (tx: Tx, count: number): Promise<number[]> => {
  const { rows } = await sql<{ serial: string }>`
    SELECT nextval('driver_serial') AS serial FROM generate_series(1, ${count}::integer)`.execute(tx);
  return rows.map(({ serial }) => Number(serial));
};

/**
 * Waits half a second at most for registrations of the same car or person, which is less than PostgreSQL takes to see a circle
 * of waits: the import is tried again, and no registration is.
 */
export const waitBriefly = (tx: Tx) => sql`SET LOCAL lock_timeout = '500ms'`.execute(tx);

const OF_CAR = [
  ...(['account_id', 'driver_code', 'car_number', 'gps_address'] as const),
  ...(['registered_at', 'import_id', 'unpaid_since', 'is_fee_due'] as const),
] satisfies (keyof NewImported)[];

type NewImported = Omit<NewDriver, 'person'> & Omit<NewPerson, 'photo'> & { plan: PlanSlug | null };

/**
 * Stores drivers, each with a new person, and with a plan from the month of registering on if one is given. Gives the record
 * numbers by the driver codes.
 */
export const insertNewDrivers = async (
  tx: Tx,
  drivers: readonly NewImported[],
): Promise<ReadonlyMap<string, string>> => {
  const [ofPerson, ofCar] = [PERSON_COLUMNS, OF_CAR].map((names) => sql.join(names.map((name) => sql.ref(name))));
  const { rows } = await sql<{ id: string; driver_code: string }>`
    WITH given AS MATERIALIZED (
      SELECT nextval(pg_get_serial_sequence('persons', 'id')) AS person, line
      FROM jsonb_array_elements(${JSON.stringify(drivers)}::jsonb) AS lines (line)
    ), made AS (
      INSERT INTO persons (id, is_imported, ${ofPerson}) OVERRIDING SYSTEM VALUE
      SELECT person, true, ${ofPerson} FROM given, jsonb_populate_record(NULL::persons, line)
      RETURNING id AS person, ${SHOWN}
    ), added AS (
      INSERT INTO drivers (person_id, ${SHOWN}, ${ofCar})
      SELECT made.*, ${ofCar} FROM given JOIN made USING (person), jsonb_populate_record(NULL::drivers, line)
      RETURNING id, driver_code, person_id, registered_on
    ), plans AS (
      INSERT INTO driver_plans (driver_id, from_month, plan)
      SELECT id, date_trunc('month', registered_on)::date, line ->> 'plan' FROM added JOIN given ON person = person_id
      WHERE line ->> 'plan' IS NOT NULL
    )
    SELECT id, driver_code FROM added`.execute(tx);
  return new Map(rows.map(({ id, driver_code }) => [driver_code, id]));
};

/** Counts further drivers that were made of an import's lines. */
export const countAdded = (tx: Tx, importId: string, drivers: number) =>
  sql`UPDATE driver_imports SET drivers = drivers + ${drivers} WHERE id = ${importId}`.execute(tx);

type Keys = { cars: readonly string[]; mobiles: readonly string[]; ids: readonly string[] };

/** The current drivers with any of these cars, mobile numbers in E.164 or ID numbers, the first two as their keys are stored. */
export const driversWithKeys = async (db: Db, { cars, mobiles, ids }: Keys): Promise<CurrentDriver[]> => {
  const columns = sql`id, car_key, mobile_number, id_key`;
  const { rows } = await sql<CurrentDriver>`
    SELECT ${columns} FROM driver_records WHERE removed_at IS NULL AND car_key = ANY(${cars})
    UNION SELECT ${columns} FROM driver_records WHERE removed_at IS NULL AND mobile_number = ANY(${mobiles})
    UNION SELECT ${columns} FROM driver_records WHERE is_current AND id_key = ANY(${ids})`.execute(db);
  return rows;
};

type Range = { importId: string; after: string; limit: number };

const currentOf = (db: Db, importId: string) =>
  db.selectFrom('drivers').where('import_id', '=', importId).where('removed_at', 'is', null);

export type ImportedDriver = Pick<DriverRow, 'id' | 'account_id'>;

/** The next current drivers of an import after a record number. */
export const nextImported = (db: Db, { importId, after, limit }: Range): Promise<ImportedDriver[]> =>
  currentOf(db, importId).select(['id', 'account_id']).where('id', '>', after).orderBy('id').limit(limit).execute();

/** How many drivers of an import are current ones. */
export const countImported = (db: Db, importId: string): Promise<number> => countRows(db, currentOf(db, importId));

/** Those of these drivers whose person has a record with another car, a removed one too, or has asked for a car. */
export const withOtherCars = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM driver_records AS one WHERE id = ANY(${ids}::bigint[]) AND (
      EXISTS (SELECT FROM driver_records AS other WHERE other.root_id = one.root_id AND other.id <> one.id)
      OR EXISTS (SELECT FROM car_requests WHERE driver_id = one.id))`.execute(db);
  return new Set(rows.map(({ id }) => id));
};
