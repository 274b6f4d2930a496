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

const OF_CAR = [
  ...(['account_id', 'driver_code', 'car_number', 'gps_address'] as const),
  ...(['registered_at', 'import_id', 'unpaid_since', 'is_fee_due'] as const),
] satisfies (keyof NewImported)[];

type NewImported = Omit<NewDriver, 'person'> & Omit<NewPerson, 'photo'> & { plan: PlanSlug | null };

/** Stores drivers, each with a new person, and a plan if given; gives the ids by driver codes. */
export const insertNewDrivers = async (tx: Tx, drivers: readonly NewImported[]) => {
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
      SELECT id, least(date_trunc('month', registered_on)::date, (line -> 'opening' ->> 'billed_from')::date), line ->> 'plan'
      FROM added JOIN given ON person = person_id
      WHERE line ->> 'plan' IS NOT NULL
    )
    SELECT id, driver_code FROM added`.execute(tx);
  return new Map(rows.map(({ id, driver_code }) => [driver_code, id]));
};

/** Counts drivers that were made; their debts wait for a release, also after an earlier one. */
export const countAdded = async (tx: Tx, importId: string, drivers: number): Promise<void> => {
  if (drivers === 0) return;
  await sql`
    UPDATE driver_imports SET drivers = drivers + ${drivers}, debts_released_at = NULL, debts_released_by = NULL
    WHERE id = ${importId}`.execute(tx);
};

/** The current drivers with any of these cars or numbers, as their keys are stored. */
export const driversWithKeys = async (
  db: Db,
  { cars, mobiles, ids }: Record<'cars' | 'mobiles' | 'ids', string[]>,
): Promise<CurrentDriver[]> => {
  const columns = sql`id, car_key, mobile_number, id_key`;
  const { rows } = await sql<CurrentDriver>`
    SELECT ${columns} FROM driver_records WHERE removed_at IS NULL AND car_key = ANY(${cars})
    UNION SELECT ${columns} FROM driver_records WHERE removed_at IS NULL AND mobile_number = ANY(${mobiles})
    UNION SELECT ${columns} FROM driver_records WHERE is_current AND id_key = ANY(${ids})`.execute(db);
  return rows;
};

const currentOf = (db: Db, importId: string) =>
  db.selectFrom('drivers').where('import_id', '=', importId).where('removed_at', 'is', null);

export type ImportedDriver = Pick<DriverRow, 'id' | 'account_id'>;

export const nextImported = (db: Db, importId: string, after: string, limit: number): Promise<ImportedDriver[]> =>
  currentOf(db, importId).select(['id', 'account_id']).where('id', '>', after).orderBy('id').limit(limit).execute();

export const countImported = (db: Db, importId: string): Promise<number> => countRows(db, currentOf(db, importId));

/** The drivers whose person has another car, a removed one too, or has asked for one. */
export const withOtherCars = async (db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM driver_records AS one WHERE id = ANY(${ids}::bigint[]) AND (
      EXISTS (SELECT FROM driver_records AS other WHERE other.root_id = one.root_id AND other.id <> one.id)
      OR EXISTS (SELECT FROM car_requests WHERE driver_id = one.id))`.execute(db);
  return new Set(rows.map(({ id }) => id));
};
