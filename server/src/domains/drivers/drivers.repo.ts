import { ChangeableFields, COMPLETED_LATER, isOfCar, normalizeCarNumber, type PlanFrom } from '@banbo/contract';
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { anyOf } from '#db/records.ts';
import { type TotalFilter, totalOf } from '#db/totals/read-totals.ts';
import { existing } from '#lib/refusal.ts';
import { plansOfDriver } from './changing/changes.repo.ts';
import { type Opening, openingOfDriver } from './imports/openings.repo.ts';

/** A driver with their person. */
export type DriverRow = Omit<Selectable<Tables['driver_records']>, 'sound'>;
/** A driver with their plans, the first one first. */
export type DriverWithPlans = DriverRow & { plans: readonly PlanFrom[]; opening: Opening | null };
/**
 * A driver with all that their page shows: the code of the record they were merged into, the
 * merge's moment while it can be taken back, and duplicates whose merge can be taken back.
 */
export type WholeDriver = DriverWithPlans & {
  merged_code: string | null;
  merged_at: Date | null;
  duplicates: readonly { id: string; driver_code: string; merged_at: string }[];
};

/** The person's columns that drivers repeat for lists. A foreign key keeps both equal. */
export const SHOWN_OF_PERSON = [
  'first_name',
  'middle_name',
  'last_name',
  'mobile_number',
  'document_until',
  'has_photo',
] as const;

export type NewPerson = Omit<Insertable<Tables['persons']>, 'id' | 'former_of' | 'is_current' | 'is_imported'>;
/** A car to store, with a new person or a known one. */
export type NewDriver = Omit<Insertable<Tables['drivers']>, 'person_id' | (typeof SHOWN_OF_PERSON)[number]> & {
  person: NewPerson | Pick<DriverRow, 'person_id'>;
};

/** A person's columns that people enter. All other columns are the car's. */
export const PERSON_COLUMNS = [
  ...(Object.keys(ChangeableFields.shape) as (keyof ChangeableFields)[]).filter((name) => !isOfCar(name)),
  'expiry_date',
  'photo',
] as const;

/** The drivers that totals count: current ones, by their day of registration. */
export const CURRENT_DRIVERS: TotalFilter = { measures: ['drivers'] };

/** True if staff must complete the record, by the condition of the index `persons_incomplete`. */
export const IS_INCOMPLETE = sql<SqlBool>`person_id IN (SELECT id FROM persons
  WHERE erased_at IS NULL AND num_nulls(${sql.join(Object.keys(COMPLETED_LATER).map((name) => sql.ref(name)))}) > 0)`;

/** The columns of a driver in a list. */
export const SUMMARY = ['id', 'driver_code', 'car_number', 'registered_at', 'removed_at', ...SHOWN_OF_PERSON] as const;

export type SummaryRow = Pick<DriverRow, (typeof SUMMARY)[number]>;

/** The next number for a driver code. A failed transaction uses its number up. */
export const nextSerial = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ serial: string }>`SELECT nextval('driver_serial') AS serial`.execute(tx);
  return Number(rows[0]?.serial);
};

const refs = (names: readonly string[]) => sql.join(names.map((name) => sql.ref(name)));

/** The columns of `SHOWN_OF_PERSON`, as SQL. */
export const SHOWN = refs(SHOWN_OF_PERSON);

/** All columns of a driver, written out: a statement with a star is planned for each call. */
const OF_CAR = [
  ...(['id', 'account_id', 'person_id', 'driver_code', 'car_number', 'car_key', 'gps_address'] as const),
  ...(['registered_at', 'registered_on', 'removed_at', 'removal_reason', 'unpaid_since', 'is_fee_due'] as const),
  ...(['import_id', 'version', 'merged_into'] as const),
  ...SHOWN_OF_PERSON,
] as const;
type OfPerson = Extract<(typeof PERSON_COLUMNS)[number], keyof Tables['persons']>;
const OF_PERSON = [
  ...PERSON_COLUMNS.filter((name): name is OfPerson => !SHOWN_OF_PERSON.some((shown) => shown === name)),
  ...(['root_id', 'is_current', 'erased_at', 'id_key'] as const),
];
const RECORD = [...OF_CAR, ...OF_PERSON];

/** Stores a car, and its person if they are new, by one statement. */
export const insertDriver = async (tx: Tx, { person, ...car }: NewDriver): Promise<DriverRow> => {
  const columns = ['id as owner_id', ...SHOWN_OF_PERSON, ...OF_PERSON] as const;
  const stored =
    'person_id' in person
      ? tx.selectFrom('persons').select(columns).where('id', '=', person.person_id)
      : tx.insertInto('persons').values(person).returning(columns);
  const given = Object.entries(car).filter(([, value]) => value !== undefined);
  const values = sql.join(given.map(([, value]) => value));
  const { rows } = await sql<DriverRow>`
    WITH person AS (${stored}), driver AS (
      INSERT INTO drivers (person_id, ${SHOWN}, ${refs(given.map(([name]) => name))})
      SELECT owner_id, ${SHOWN}, ${values} FROM person RETURNING ${refs(OF_CAR)}
    )
    SELECT ${refs(OF_CAR.map((name) => `driver.${name}`))}, ${refs(OF_PERSON)} FROM person, driver`.execute(tx);
  if (!rows[0]) throw new Error('No driver was stored');
  return rows[0];
};

/** One parameter for any number of ids, so that all lengths share one prepared statement. */
export const withIds = (ids: readonly string[]) => sql<boolean>`id = ANY(${ids}::bigint[])`;

/**
 * Locks these drivers to the transaction's end, in the order of their ids, and returns those that
 * exist. Nothing new can refer to them meanwhile.
 */
export const lockRecords = async (tx: Tx, ids: readonly string[]): Promise<DriverRow[]> => {
  await tx.selectFrom('drivers').select('id').where(withIds(ids)).orderBy('id').forUpdate().execute();
  return tx.selectFrom('driver_records').select(RECORD).where(withIds(ids)).orderBy('id').execute();
};

/** Locks a driver to the transaction's end. Refused with 404 `not_found`. */
export const lockDriver = async (tx: Tx, id: string): Promise<DriverRow> =>
  existing((await lockRecords(tx, [id]))[0], 'driver');

type Keys = { carKey: string; mobileNumber: string; idKeys: readonly string[]; rootId: string | null };

/**
 * Which of these keys a current driver other than `except` has. Numbers of the person with this
 * root do not count. `mobileNumber` is in E.164, the other keys are normalised.
 */
export const takenKeys = async (
  db: Db,
  { carKey, mobileNumber, idKeys, rootId }: Keys,
  except = '0',
): Promise<{ car_number: boolean; mobile_number: boolean; id_number: boolean }> => {
  const ofOther = sql`is_current AND root_id IS DISTINCT FROM ${rootId}::bigint`;
  const { rows } = await sql<{ car_number: boolean; mobile_number: boolean; id_number: boolean }>`
    SELECT EXISTS (SELECT FROM drivers WHERE car_key = ${carKey} AND removed_at IS NULL AND id <> ${except}) AS car_number,
      EXISTS (SELECT FROM persons WHERE mobile_number = ${mobileNumber} AND ${ofOther}) AS mobile_number,
      EXISTS (SELECT FROM persons WHERE id_key = ANY(${idKeys}) AND ${ofOther}) AS id_number`.execute(db);
  return rows[0] ?? { car_number: false, mobile_number: false, id_number: false };
};

/** Spelled out: a statement with a star is never prepared (`connection/prepared-statements.ts`). */
const PROFILE = [
  'id',
  'account_id',
  'driver_code',
  'car_number',
  'car_key',
  'registered_on',
  ...SHOWN_OF_PERSON,
] as const;

export type ProfileRow = Pick<DriverWithPlans, (typeof PROFILE)[number] | 'plans' | 'opening'>;

const profiles = (db: Db) =>
  db
    .selectFrom('drivers')
    .select([...PROFILE, plansOfDriver.as('plans'), openingOfDriver.as('opening')])
    .where('removed_at', 'is', null);

/** The current driver of a car number in any spelling, or null. */
export const findCurrentDriver = async (db: Db, { carNumber }: { carNumber: string }): Promise<ProfileRow | null> =>
  (await profiles(db).where('car_key', '=', normalizeCarNumber(carNumber)).executeTakeFirst()) ?? null;

/** The current driver of a member's account, or null. */
export const driverOfAccount = async (db: Db, accountId: string): Promise<ProfileRow | null> =>
  (await profiles(db).where('account_id', '=', accountId).executeTakeFirst()) ?? null;

/**
 * The current record with a driver code among the cars of a member's person, or null. The account
 * bounds the search, so that another person's code finds nothing.
 */
export const carOfAccount = async (
  db: Db,
  { accountId, driverCode }: { accountId: string; driverCode: string },
): Promise<ProfileRow | null> =>
  (await profiles(db)
    .where('driver_code', '=', driverCode)
    .where('person_id', '=', (of) =>
      of.selectFrom('drivers').select('person_id').where('account_id', '=', accountId).where('removed_at', 'is', null),
    )
    .executeTakeFirst()) ?? null;

const emailOf = sql<string | null>`(SELECT email FROM persons WHERE persons.id = drivers.person_id)`;

/** The current driver of an account or a car's key, with the e-mail address. */
export const findMember = (
  db: Db,
  by: 'account_id' | 'car_key',
  value: string,
): Promise<(ProfileRow & { email: string | null }) | undefined> =>
  profiles(db).select(emailOf.as('email')).where(by, '=', value).executeTakeFirst();

/** The driver that a claim names. The record number is text even if the row comes as JSON. */
export type CarDriver = Pick<DriverWithPlans, 'id' | 'driver_code' | 'plans' | 'opening'>;

/** The current driver of a car number in any spelling, as a relation of at most one row. */
export const currentDriverOfCar = (carNumber: string) => sql<CarDriver>`
  SELECT id::text AS id, driver_code, ${plansOfDriver} AS plans, ${openingOfDriver} AS opening FROM drivers
  WHERE car_key = ${normalizeCarNumber(carNumber)} AND removed_at IS NULL`;

/** The mobile numbers of these drivers, in E.164 form; removed drivers are left out. */
export const mobilesOf = async (db: Db, ids: readonly string[]): Promise<{ id: string; mobile_number: string }[]> => {
  const { rows } = await sql<{ id: string; mobile_number: string }>`
    SELECT id, mobile_number FROM drivers WHERE id = ANY(${ids}::bigint[]) AND removed_at IS NULL ORDER BY id`.execute(
    db,
  );
  return rows;
};

/** The current cars of a mobile number in E.164, the newest first. */
export const currentCarsOfMobile = async (db: Db, mobile: string): Promise<{ id: string }[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM drivers WHERE mobile_number = ${mobile} AND removed_at IS NULL ORDER BY id DESC LIMIT 100`.execute(
    db,
  );
  return rows;
};

const mergedCode = sql<string | null>`(SELECT driver_code FROM drivers AS kept WHERE kept.id = drivers.merged_into)`;

const mergedAt = sql<Date | null>`(
  SELECT merged_at FROM driver_merges
  WHERE duplicate_id = drivers.id AND kept_id = drivers.merged_into AND taken_back_at IS NULL AND before IS NOT NULL)`;

/** The duplicates, the last one first. Merges without a `before` stand for good. */
const openDuplicates = sql<WholeDriver['duplicates']>`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', duplicate.id::text, 'driver_code', duplicate.driver_code, 'merged_at', merged_at)
    ORDER BY merged_at DESC), '[]')
  FROM drivers AS duplicate JOIN driver_merges ON duplicate_id = duplicate.id AND kept_id = drivers.id
  WHERE duplicate.merged_into = drivers.id AND taken_back_at IS NULL AND before IS NOT NULL)`;

/** The driver with this record number, also a removed one, or null. */
export const findDriver = async (db: Db, id: string): Promise<WholeDriver | null> =>
  (await db
    .selectFrom('driver_records as drivers')
    .select([
      ...RECORD,
      plansOfDriver.as('plans'),
      openingOfDriver.as('opening'),
      mergedCode.as('merged_code'),
      mergedAt.as('merged_at'),
      openDuplicates.as('duplicates'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()) ?? null;

/** A driver as payments need them; `removed_at` is null for a current one. */
export type SummaryWithPlans = SummaryRow & Pick<DriverWithPlans, 'registered_on' | 'plans' | 'opening'>;

/** Those of these drivers that there are, removed ones too, in the order of their ids. */
export const driversById = (db: Db, ids: readonly string[]): Promise<SummaryWithPlans[]> =>
  db
    .selectFrom('drivers')
    .select([...SUMMARY, 'registered_on', plansOfDriver.as('plans'), openingOfDriver.as('opening')])
    .where(withIds(ids))
    .orderBy('id')
    .execute();

/** The same with all of their persons' fields. */
export const recordsById = (db: Db, ids: readonly string[]): Promise<DriverWithPlans[]> =>
  db
    .selectFrom('driver_records as drivers')
    .select([...RECORD, plansOfDriver.as('plans'), openingOfDriver.as('opening')])
    .where(withIds(ids))
    .execute();

/** The driver's columns in lists. */
export type DriverRelation = Pick<
  DriverRow,
  'id' | 'driver_code' | 'first_name' | 'last_name' | 'car_number' | 'mobile_number'
> & {
  is_removed: boolean;
};

type RegistrationRelation = Omit<SummaryRow, 'removed_at'> &
  Pick<DriverRow, 'account_id' | 'expiry_date' | 'document_until' | 'unpaid_since' | 'is_fee_due'>;

/** All drivers, removed ones too, as a relation that other domains join to a cut page. */
export const owners = sql<DriverRelation>`
  SELECT id, driver_code, first_name, last_name, car_number, mobile_number, removed_at IS NOT NULL AS is_removed
  FROM drivers`;

/**
 * Current drivers as far as a registration is complete, as a relation for another domain's list;
 * `document_until` is before all days where the document is not known.
 */
export const currentRegistrations = sql<RegistrationRelation>`
  SELECT id, account_id, driver_code, first_name, middle_name, last_name, car_number, mobile_number, registered_at, registered_on,
    has_photo, nullif(document_until, '-infinity') AS expiry_date, document_until, unpaid_since, is_fee_due
  FROM drivers WHERE removed_at IS NULL`;

/** How many current drivers there are; costs the same at any number. */
export const countDrivers = async (db: Db): Promise<number> => (await totalOf(db, CURRENT_DRIVERS)).count;

/**
 * The first year for which a current driver owes months, or null without drivers: that of
 * registering, or with an opening that of the first month after the take-over.
 */
export const firstYearOwed = async (db: Db): Promise<number | null> => {
  const { rows } = await sql<{ day: string | null }>`
    SELECT least((
      SELECT registered_on FROM drivers
      WHERE removed_at IS NULL AND NOT EXISTS (SELECT FROM driver_openings WHERE driver_id = drivers.id)
      ORDER BY registered_on, id LIMIT 1
    ), (
      SELECT min(billed_from) FROM driver_openings JOIN drivers ON drivers.id = driver_id WHERE removed_at IS NULL
    ))::text AS day`.execute(db);
  const day = rows[0]?.day;
  return day ? Number(day.slice(0, 4)) : null;
};

/**
 * Locks drivers to the transaction's end, in the order of their ids, so that one transaction at a
 * time decides what of theirs is paid. Claims may come meanwhile.
 */
export const lockDrivers = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`SELECT FROM drivers WHERE id = ${anyOf(ids)} ORDER BY id FOR NO KEY UPDATE`.execute(tx);
};
