import { ChangeableFields, COMPLETED_LATER, isOfCar, normalizeCarNumber, type PlanFrom } from '@banbo/contract';
import { type Insertable, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { type TotalFilter, totalOf } from '#db/totals/read-totals.ts';
import { plansOfDriver } from './plans/plans.repo.ts';

/** A driver with their person. */
export type DriverRow = Selectable<Tables['driver_records']>;
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
export type NewPerson = Omit<Insertable<Tables['persons']>, 'id' | 'former_of' | 'is_current' | 'is_imported'>;
/** A new row of a car, and its person: a new one, or one who is there. */
export type NewDriver = Omit<Insertable<Tables['drivers']>, 'person_id'> & {
  person: NewPerson | Pick<DriverRow, 'person_id'>;
};

/** The columns that are a person's, in whichever car; all others are a car's own. */
export const PERSON_COLUMNS = [
  ...(Object.keys(ChangeableFields.shape) as (keyof ChangeableFields)[]).filter((name) => !isOfCar(name)),
  'expiry_date',
  'photo',
] as const;

/** The drivers that totals count: current ones, by their day of registration. */
export const CURRENT_DRIVERS: TotalFilter = { measures: ['drivers'] };

/** True of a record that staff have still to complete; as in the index by which persons are found of whom something is missing. */
export const IS_INCOMPLETE = sql<SqlBool>`root_id IS NOT NULL AND erased_at IS NULL AND num_nulls(${sql.join(Object.keys(COMPLETED_LATER).map((name) => sql.ref(name)))}) > 0`;

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

export const insertDriver = async (tx: Tx, { person, ...car }: NewDriver): Promise<DriverRow> => {
  const insertPerson = async (values: NewPerson) =>
    tx.insertInto('persons').values(values).returning('id').executeTakeFirstOrThrow();
  const { id: person_id } = 'person_id' in person ? { id: person.person_id } : await insertPerson(person);
  const inserted = tx
    .insertInto('drivers')
    .values({ ...car, person_id })
    .returning('id');
  const { id } = await inserted.executeTakeFirstOrThrow();
  return tx.selectFrom('driver_records').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
};

/** One parameter for any number of ids, so that every length is the same statement. */
export const among = (ids: readonly string[]) => sql<boolean>`id = ANY(${ids}::bigint[])`;

/**
 * Those of these drivers that there are, locked to the transaction's end, in the order of their ids, so that nothing new refers
 * to them either.
 */
export const lockRecords = async (tx: Tx, ids: readonly string[]): Promise<DriverRow[]> => {
  await tx.selectFrom('drivers').select('id').where(among(ids)).orderBy('id').forUpdate().execute();
  return tx.selectFrom('driver_records').selectAll().where(among(ids)).orderBy('id').execute();
};

/** The driver with this record number, current or removed, locked to the transaction's end; or null. */
export const lockDriver = async (tx: Tx, id: string): Promise<DriverRow | null> =>
  (await lockRecords(tx, [id]))[0] ?? null;

type Keys = { carKey: string; mobileNumber: string; idKeys: readonly string[]; rootId: string | null };

/**
 * The keys of these that a current driver other than `except` already has; the numbers may be those of the person whose rows
 * have the root, if one is given. `mobileNumber` is in E.164, the others are normalised.
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

/** The columns of a driver's profile, written out: a statement with a star is planned anew each time (`db/statement-names.ts`). */
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
    .selectFrom('driver_records as drivers')
    .select([...PROFILE, plansOfDriver.as('plans')])
    .where('car_key', '=', normalizeCarNumber(carNumber))
    .where('removed_at', 'is', null)
    .executeTakeFirst()) ?? null;

/** The current driver of a member's account, or null. */
export const driverOfAccount = async (db: Db, accountId: string): Promise<ProfileRow | null> =>
  (await db
    .selectFrom('driver_records as drivers')
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
    .selectFrom('driver_records as drivers')
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
    SELECT id, mobile_number FROM driver_records WHERE id = ANY(${ids}::bigint[]) AND removed_at IS NULL ORDER BY id`.execute(
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
    .selectFrom('driver_records as drivers')
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
    .selectFrom('driver_records as drivers')
    .select([...SUMMARY, 'registered_on', plansOfDriver.as('plans')])
    .where(among(ids))
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
  Pick<DriverRow, 'account_id' | 'expiry_date' | 'document_until' | 'unpaid_since' | 'is_fee_due'> & {
    has_photo: boolean;
  };

/**
 * All drivers, removed ones too, as a relation for another domain's list, which joins its page with it after cutting
 * it.
 */
export const owners = sql<DriverRelation>`
  SELECT id, driver_code, first_name, last_name, car_number, mobile_number, removed_at IS NOT NULL AS is_removed
  FROM driver_records`;

/**
 * Current drivers as far as a registration is complete, as a relation for another domain's list; `document_until` is before all
 * days where the document is not known.
 */
export const currentRegistrations = sql<RegistrationRelation>`
  SELECT id, account_id, driver_code, first_name, middle_name, last_name, car_number, mobile_number, registered_at, registered_on,
    person_id, is_current, photo, photo IS NOT NULL AS has_photo, expiry_date, document_until, unpaid_since, is_fee_due
  FROM driver_records WHERE removed_at IS NULL`;

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
  const photos = db.selectFrom('persons').select('photo').where('photo', 'is not', null).limit(count);
  const newest = await photos.orderBy('id', 'desc').execute();
  const oldest = await photos.orderBy('id').execute();
  return [...newest, ...oldest].flatMap(({ photo }) => photo ?? []);
};

const PHOTOS_AT_A_TIME = 10_000;

/** Names of all photos of drivers, removed ones too, in batches. */
export async function* allPhotos(db: Db): AsyncGenerator<string[]> {
  for (let after = '0'; ; ) {
    const rows = await db
      .selectFrom('persons')
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

/** True where a row of a person has this photo. */
export const hasPhoto = async (db: Db, rootId: string, photo: string): Promise<boolean> => {
  const rows = db.selectFrom('persons').select('id').where('root_id', '=', rootId).where('photo', '=', photo);
  return (await rows.executeTakeFirst()) !== undefined;
};

/** The number of photos of drivers, removed ones too. The cost grows with it. */
export const countPhotos = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('persons')
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
