import { MAX_CARS_SHOWN, normalizeCarNumber } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { type DriverRow, lockRecords } from '../drivers.repo.ts';

/** All records of a driver's person in the order of registering, removed ones too; none where there is no such driver. */
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

/** The current cars of a member's person; none where the account's own record is no current one. */
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

/** True where a current driver has this car, in any spelling. */
export const isRegistered = async (db: Db, carNumber: string): Promise<boolean> =>
  (await db
    .selectFrom('drivers')
    .select('id')
    .where('car_key', '=', normalizeCarNumber(carNumber))
    .where('removed_at', 'is', null)
    .executeTakeFirst()) !== undefined;

/** At least one of the two, since without any every current driver would do. */
type PersonOrNumber = Partial<Pick<DriverRow, 'root_id' | 'mobile_number'>> &
  (Pick<DriverRow, 'root_id'> | Pick<DriverRow, 'mobile_number'>);

/**
 * True when there is a current record beside this driver's with all of these: of a person, or with a mobile number in E.164
 * form. A number of a current record is one person's alone; that of a removed one may be another person's by now.
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
 * All records of a driver's person, removed ones too, locked to the transaction's end in the order of their ids, so that two who
 * change two cars of a person do not wait for each other in a circle. None where there is no such driver.
 */
export const lockPerson = async (tx: Tx, id: string): Promise<DriverRow[]> => {
  for (let ids = await recordsOf(tx, id); ; ) {
    const locked = await lockRecords(tx, ids);
    // A car that was added while this waited is seen by the next statement alone.
    ids = await recordsOf(tx, id);
    if (ids.length === locked.length) return locked;
  }
};

/** Locks the row that the current cars of a person share to the transaction's end. */
export const lockCurrentPerson = async (tx: Tx, rootId: string): Promise<void> => {
  const person = tx.selectFrom('persons').select('id').where('root_id', '=', rootId).where(sql<boolean>`is_current`);
  await person.forNoKeyUpdate().execute();
};
