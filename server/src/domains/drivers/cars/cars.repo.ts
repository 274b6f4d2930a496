import { MAX_CARS_SHOWN } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { existing } from '#lib/refusal.ts';
import { type DriverRow, lockRecords } from '../drivers.repo.ts';

/** All records of a driver's person in the order of registering, with removed ones. */
export const carsOfPerson = (
  db: Db,
  driverId: string,
): Promise<Pick<DriverRow, 'id' | 'driver_code' | 'car_number' | 'registered_at' | 'removed_at'>[]> =>
  db
    .selectFrom('driver_records')
    .select(['id', 'driver_code', 'car_number', 'registered_at', 'removed_at'])
    .where('root_id', '=', (of) => of.selectFrom('driver_records').select('root_id').where('id', '=', driverId))
    .orderBy('id')
    .limit(MAX_CARS_SHOWN)
    .execute();

type OwnCarRow = Pick<DriverRow, 'id' | 'account_id' | 'driver_code' | 'car_number' | 'root_id'>;

/** The current cars of a member's person; empty if the account's own record was removed. */
export const carsOfAccount = (db: Db, accountId: string): Promise<OwnCarRow[]> =>
  db
    .selectFrom('driver_records')
    .select(['id', 'account_id', 'driver_code', 'car_number', 'root_id'])
    .where('removed_at', 'is', null)
    .where('person_id', '=', (of) =>
      of.selectFrom('drivers').select('person_id').where('account_id', '=', accountId).where('removed_at', 'is', null),
    )
    .orderBy('id')
    .limit(MAX_CARS_SHOWN)
    .execute();

/** When a driver's person registered their current cars, and which of these owe their first fee. */
export const feesOfPerson = (
  db: Db,
  driverId: string,
): Promise<Pick<DriverRow, 'id' | 'account_id' | 'registered_at' | 'is_fee_due'>[]> =>
  db
    .selectFrom('drivers')
    .select(['id', 'account_id', 'registered_at', 'is_fee_due'])
    .where('removed_at', 'is', null)
    .where('person_id', '=', (of) => of.selectFrom('drivers').select('person_id').where('id', '=', driverId))
    .orderBy('id')
    .limit(MAX_CARS_SHOWN)
    .execute();

/** At least one of the two: without both, any current driver would match. */
type PersonOrNumber = Partial<Pick<DriverRow, 'root_id' | 'mobile_number'>> &
  (Pick<DriverRow, 'root_id'> | Pick<DriverRow, 'mobile_number'>);

/**
 * True if another current record matches: the same person's, or one with this mobile number in
 * E.164 form. A current record's number is one person's alone; a removed record's may be somebody
 * else's by now.
 */
export const hasOtherCar = async (db: Db, id: string, { root_id, mobile_number }: PersonOrNumber): Promise<boolean> =>
  (await db
    .selectFrom('driver_records')
    .select('id')
    .where('id', '<>', id)
    .where(sql<boolean>`is_current`)
    .$if(root_id !== undefined, (query) => query.where('root_id', '=', root_id ?? ''))
    .$if(mobile_number !== undefined, (query) => query.where('mobile_number', '=', mobile_number ?? ''))
    .limit(1)
    .executeTakeFirst()) !== undefined;

const recordsOf = async (db: Db, id: string): Promise<string[]> => {
  const records = db
    .selectFrom('driver_records')
    .select('id')
    .where('root_id', '=', (of) => of.selectFrom('driver_records').select('root_id').where('id', '=', id));
  return (await records.execute()).map((record) => record.id);
};

/**
 * Locks a driver and all other records of the person, with removed ones, to the transaction's end,
 * by id, so that changes of two cars cannot deadlock. Refused with 404 `not_found`.
 */
export const lockPerson = async (tx: Tx, id: string): Promise<{ driver: DriverRow; others: DriverRow[] }> => {
  for (let ids = await recordsOf(tx, id); ; ) {
    const locked = await lockRecords(tx, ids);
    // Only a later statement sees a car that was added while this one waited.
    ids = await recordsOf(tx, id);
    if (ids.length !== locked.length) continue;
    const driver = existing(
      locked.find((record) => record.id === id),
      'driver',
    );
    return { driver, others: locked.filter((record) => record !== driver) };
  }
};

/** Locks the row that the current cars of a person share to the transaction's end. */
export const lockCurrentPerson = async (tx: Tx, rootId: string): Promise<void> => {
  const person = tx.selectFrom('persons').select('id').where('root_id', '=', rootId).where(sql<boolean>`is_current`);
  await person.forNoKeyUpdate().execute();
};
