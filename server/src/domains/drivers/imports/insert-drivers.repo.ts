import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { NewDriver } from '../drivers.repo.ts';
import type { CurrentDriver } from './judge-lines.ts';

/** The next numbers for driver codes. A failed transaction uses its numbers up. */
export const nextSerials = async (tx: Tx, count: number): Promise<number[]> => {
  const { rows } = await sql<{ serial: string }>`
    SELECT nextval('driver_serial') AS serial FROM generate_series(1, ${count}::integer)`.execute(tx);
  return rows.map(({ serial }) => Number(serial));
};

/**
 * Waits at most so long for registrations of the same car or person, which is less than PostgreSQL takes to see a circle of
 * waits: the import gives way and is tried again, and no registration is.
 */
export const giveWay = async (tx: Tx): Promise<void> => {
  await sql`SET LOCAL lock_timeout = '500ms'`.execute(tx);
};

const COLUMNS = [
  ...['account_id', 'driver_code', 'first_name', 'middle_name', 'last_name', 'gender', 'date_of_birth', 'nationality'],
  ...['identification_type', 'id_number', 'date_issued', 'expiry_date', 'marital_status', 'car_number'],
  ...['mobile_number', 'email', 'spouse_mobile_number', 'gps_address', 'next_of_kin', 'kin_mobile_number'],
  ...['kin_relationship', 'reference_person', 'reference_mobile_number', 'registered_at', 'import_id', 'unpaid_since'],
  'is_fee_due',
] as const satisfies (keyof NewDriver)[];

type ImportedDriver = Omit<NewDriver, 'photo'>;

/** Stores drivers; gives the record numbers by the driver codes. */
export const insertNewDrivers = async (
  tx: Tx,
  drivers: readonly ImportedDriver[],
): Promise<ReadonlyMap<string, string>> => {
  const columns = sql.join(COLUMNS.map((name) => sql.ref(name)));
  const { rows } = await sql<{ id: string; driver_code: string }>`
    INSERT INTO drivers (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::drivers, ${JSON.stringify(drivers)}::jsonb)
    RETURNING id, driver_code`.execute(tx);
  return new Map(rows.map(({ id, driver_code }) => [driver_code, id]));
};

/** Puts new drivers on plans, each from the month of registering on. */
export const putOnPlans = async (tx: Tx, plans: readonly { driver_id: string; plan: string }[]): Promise<void> => {
  await sql`
    INSERT INTO driver_plans (driver_id, from_month, plan)
    SELECT drivers.id, date_trunc('month', registered_on)::date, given.plan
    FROM jsonb_to_recordset(${JSON.stringify(plans)}::jsonb) AS given (driver_id bigint, plan text)
    JOIN drivers ON drivers.id = given.driver_id`.execute(tx);
};

/** Counts further drivers that were made of an import's lines. */
export const countAdded = async (tx: Tx, importId: string, drivers: number): Promise<void> => {
  await sql`UPDATE driver_imports SET drivers = drivers + ${drivers} WHERE id = ${importId}`.execute(tx);
};

type Keys = { cars: readonly string[]; mobiles: readonly string[]; ids: readonly string[] };

/** The current drivers with any of these cars, mobile numbers in E.164 or ID numbers, the first two as their keys are stored. */
export const driversWithKeys = async (db: Db, { cars, mobiles, ids }: Keys): Promise<CurrentDriver[]> => {
  const columns = sql`id, car_key, mobile_number, id_key`;
  const { rows } = await sql<CurrentDriver>`
    SELECT ${columns} FROM drivers WHERE removed_at IS NULL AND car_key = ANY(${cars})
    UNION SELECT ${columns} FROM drivers WHERE removed_at IS NULL AND mobile_number = ANY(${mobiles})
    UNION SELECT ${columns} FROM drivers WHERE removed_at IS NULL AND id_key = ANY(${ids})`.execute(db);
  return rows;
};
