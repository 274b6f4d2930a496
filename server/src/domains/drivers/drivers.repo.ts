import { COMPLETED_LATER, normalizeCarNumber, type PlanFrom } from '@banbo/contract';
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { type TotalFilter, totalOf } from '#db/totals/read-totals.ts';
import { plansOfDriver } from './plans/plans.repo.ts';

export type DriverRow = Selectable<Tables['drivers']>;
/** A driver with the plans from the first on. */
export type DriverWithPlans = DriverRow & { plans: readonly PlanFrom[] };
/**
 * All of a driver, with the code of the record that it was merged into, and when, where that can be taken back, and with the
 * duplicates whose merge into it can be taken back.
 */
export type WholeDriver = DriverWithPlans & {
  merged_code: string | null;
  merged_at: Date | null;
  duplicates: readonly { id: string; driver_code: string; merged_at: string }[];
};
export type NewDriver = Insertable<Tables['drivers']>;

/** The drivers that totals count: current ones, by their day of registration. */
export const CURRENT_DRIVERS: TotalFilter = { measures: ['drivers'] };

/** True of a record that staff have still to complete; as in the index by which such records are found. */
export const IS_INCOMPLETE = sql<SqlBool>`erased_at IS NULL AND num_nulls(${sql.join(Object.keys(COMPLETED_LATER).map((name) => sql.ref(name)))}) > 0`;

/** The columns of a driver in a list. */
export const SUMMARY = [
  'id',
  'driver_code',
  'first_name',
  'middle_name',
  'last_name',
  'car_number',
  'mobile_number',
  'photo',
  'registered_at',
  'removed_at',
] as const;

export type SummaryRow = Pick<DriverRow, (typeof SUMMARY)[number]>;

/** The next number for a driver code. A failed transaction uses its number up. */
export const nextSerial = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ serial: string }>`SELECT nextval('driver_serial') AS serial`.execute(tx);
  return Number(rows[0]?.serial);
};

export const insertDriver = (tx: Tx, driver: NewDriver): Promise<DriverRow> =>
  tx.insertInto('drivers').values(driver).returningAll().executeTakeFirstOrThrow();

type Keys = { carKey: string; mobileNumber: string; idKeys: readonly string[]; personId: string | null };

/**
 * The keys of these that a current driver other than `except` already has; the numbers may be those of other cars of the
 * person, if one is given. `mobileNumber` is in E.164, the others are normalised.
 */
export const takenKeys = async (
  db: Db,
  { carKey, mobileNumber, idKeys, personId }: Keys,
  except = '0',
): Promise<{ car_number: boolean; mobile_number: boolean; id_number: boolean }> => {
  const rows = await db
    .selectFrom('drivers')
    .select(['car_key', 'mobile_number', 'id_key', 'person_id'])
    .where('removed_at', 'is', null)
    .where('id', '<>', except)
    .where((eb) =>
      eb.or([eb('car_key', '=', carKey), eb('mobile_number', '=', mobileNumber), eb('id_key', 'in', idKeys)]),
    )
    .execute();
  const others = rows.filter(({ person_id }) => person_id !== personId);
  return {
    car_number: rows.some((row) => row.car_key === carKey),
    mobile_number: others.some((row) => row.mobile_number === mobileNumber),
    id_number: others.some((row) => row.id_key !== null && idKeys.includes(row.id_key)),
  };
};

/** The columns of a driver's profile, written out: a statement with a star is planned anew each time (`db/connection/prepared-statements.ts`). */
const PROFILE = [
  'id',
  'account_id',
  'driver_code',
  'first_name',
  'middle_name',
  'last_name',
  'car_number',
  'car_key',
  'mobile_number',
  'email',
  'registered_on',
  'photo',
] as const;

export type ProfileRow = Pick<DriverWithPlans, (typeof PROFILE)[number] | 'plans'>;

/** The current driver of a car number in any spelling, or null. */
export const findCurrentDriver = async (db: Db, { carNumber }: { carNumber: string }): Promise<ProfileRow | null> =>
  (await db
    .selectFrom('drivers')
    .select([...PROFILE, plansOfDriver.as('plans')])
    .where('car_key', '=', normalizeCarNumber(carNumber))
    .where('removed_at', 'is', null)
    .executeTakeFirst()) ?? null;

/** The current driver of a member's account, or null. */
export const driverOfAccount = async (db: Db, accountId: string): Promise<ProfileRow | null> =>
  (await db
    .selectFrom('drivers')
    .select([...PROFILE, plansOfDriver.as('plans')])
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()) ?? null;

/**
 * The current record of a driver code among the cars of a member's person, or null. The account bounds it, so that a code of
 * somebody else's leads nowhere.
 */
export const carOfAccount = async (
  db: Db,
  { accountId, driverCode }: { accountId: string; driverCode: string },
): Promise<ProfileRow | null> =>
  (await db
    .selectFrom('drivers')
    .select([...PROFILE, plansOfDriver.as('plans')])
    .where('driver_code', '=', driverCode)
    .where('removed_at', 'is', null)
    .where('person_id', '=', (of) =>
      of.selectFrom('drivers').select('person_id').where('account_id', '=', accountId).where('removed_at', 'is', null),
    )
    .executeTakeFirst()) ?? null;

/** The driver that a claim names; the record number is text, also where the row comes as JSON. */
export type CarDriver = Pick<DriverWithPlans, 'id' | 'driver_code' | 'plans'>;

/** Record number, driver code and plans of the current driver of a car number in any spelling, as a relation of a row at most. */
export const driverOfCar = (carNumber: string) => sql<CarDriver>`
  SELECT id::text AS id, driver_code, ${plansOfDriver} AS plans FROM drivers
  WHERE car_key = ${normalizeCarNumber(carNumber)} AND removed_at IS NULL`;

/** The mobile numbers, in E.164 form, of the current ones among these drivers. */
export const mobilesOf = async (db: Db, ids: readonly string[]): Promise<{ id: string; mobile_number: string }[]> => {
  const { rows } = await sql<{ id: string; mobile_number: string }>`
    SELECT id, mobile_number FROM drivers WHERE id = ANY(${ids}::bigint[]) AND removed_at IS NULL ORDER BY id`.execute(
    db,
  );
  return rows;
};

const mergedCode = sql<string | null>`(SELECT driver_code FROM drivers AS kept WHERE kept.id = drivers.merged_into)`;

const mergedAt = sql<Date | null>`(
  SELECT merged_at FROM driver_merges
  WHERE duplicate_id = drivers.id AND kept_id = drivers.merged_into AND taken_back_at IS NULL AND before IS NOT NULL)`;

/** The duplicates in this record, the last one first, without merges whose `before` is gone: those stand. */
const openDuplicates = sql<WholeDriver['duplicates']>`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', duplicate.id::text, 'driver_code', duplicate.driver_code, 'merged_at', merged_at)
    ORDER BY merged_at DESC), '[]')
  FROM drivers AS duplicate JOIN driver_merges ON duplicate_id = duplicate.id AND kept_id = drivers.id
  WHERE duplicate.merged_into = drivers.id AND taken_back_at IS NULL AND before IS NOT NULL)`;

/** The driver with this record number, also a removed one, or null. */
export const findDriver = async (db: Db, id: string): Promise<WholeDriver | null> =>
  (await db
    .selectFrom('drivers')
    .selectAll()
    .select([
      plansOfDriver.as('plans'),
      mergedCode.as('merged_code'),
      mergedAt.as('merged_at'),
      openDuplicates.as('duplicates'),
    ])
    .where('id', '=', id)
    .executeTakeFirst()) ?? null;

/** A driver as far as money goes; `removed_at` is null of a current one. */
export type PayingDriver = SummaryRow & Pick<DriverWithPlans, 'registered_on' | 'plans'>;

/** Those of these drivers that there are, removed ones too, in the order of their ids. */
export const driversById = (db: Db, ids: readonly string[]): Promise<PayingDriver[]> =>
  db
    .selectFrom('drivers')
    .select([...SUMMARY, 'registered_on', plansOfDriver.as('plans')])
    .where(sql<boolean>`id = ANY(${ids}::bigint[])`)
    .orderBy('id')
    .execute();

/** The driver's columns in lists. */
export type DriverRelation = Pick<
  DriverRow,
  'id' | 'driver_code' | 'first_name' | 'last_name' | 'car_number' | 'mobile_number'
> & {
  is_removed: boolean;
};

type RegistrationRelation = Omit<SummaryRow, 'photo' | 'removed_at'> &
  Pick<DriverRow, 'account_id' | 'expiry_date' | 'unpaid_since' | 'is_fee_due'> & {
    has_photo: boolean;
    document_until: string;
  };

/**
 * All drivers, removed ones too, as a relation for another domain's list, which joins its page with it after cutting
 * it.
 */
export const owners = sql<DriverRelation>`
  SELECT id, driver_code, first_name, last_name, car_number, mobile_number, removed_at IS NOT NULL AS is_removed
  FROM drivers`;

/**
 * Current drivers as far as a registration is complete, as a relation for another domain's list; `document_until` is before all
 * days where the document is not known.
 */
export const currentRegistrations = sql<RegistrationRelation>`
  SELECT id, account_id, driver_code, first_name, middle_name, last_name, car_number, mobile_number, registered_at, registered_on,
    photo, photo IS NOT NULL AS has_photo, expiry_date, coalesce(expiry_date, '-infinity') AS document_until, unpaid_since,
    is_fee_due
  FROM drivers WHERE removed_at IS NULL`;

/** How many current drivers there are; costs the same at any number. */
export const countDrivers = async (db: Db): Promise<number> => (await totalOf(db, CURRENT_DRIVERS)).count;

/** The year in which the earliest current driver registered, or null while there is none. */
export const firstRegistrationYear = async (db: Db): Promise<number | null> => {
  const row = await db
    .selectFrom('drivers')
    .select('registered_on')
    .where('removed_at', 'is', null)
    .orderBy('registered_on')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row ? Number(String(row.registered_on).slice(0, 4)) : null;
};

/** Names of some photos of drivers, removed ones too: up to `count` of the newest and of the oldest. */
export const somePhotos = async (db: Db, count: number): Promise<string[]> => {
  const photos = db.selectFrom('drivers').select('photo').where('photo', 'is not', null).limit(count);
  const newest = await photos.orderBy('id', 'desc').execute();
  const oldest = await photos.orderBy('id').execute();
  return [...newest, ...oldest].flatMap(({ photo }) => photo ?? []);
};

const PHOTOS_AT_A_TIME = 10_000;

/** Names of all photos of drivers, removed ones too, in batches. */
export async function* allPhotos(db: Db): AsyncGenerator<string[]> {
  for (let after = '0'; ; ) {
    const rows = await db
      .selectFrom('drivers')
      .select(['id', 'photo'])
      .where('photo', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PHOTOS_AT_A_TIME)
      .execute();
    yield rows.flatMap(({ photo }) => photo ?? []);
    const last = rows.at(-1);
    if (rows.length < PHOTOS_AT_A_TIME || !last) return;
    after = last.id;
  }
}

/** The number of photos of drivers, removed ones too. The cost grows with it. */
export const countPhotos = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('drivers')
    .select((eb) => eb.fn.count<string>('photo').as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/**
 * Locks drivers to the transaction's end, in the order of their ids, so that one transaction at a time decides what of theirs
 * is paid. Claims may come meanwhile.
 */
export const lockDrivers = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`SELECT FROM drivers WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
};
