import { MAX_CARS_SHOWN, normalizeCarNumber } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { DriverRow } from '../drivers.repo.ts';

/** All records of a driver's person in the order of registering, removed ones too; none where there is no such driver. */
export const carsOfPerson = (
  db: Db,
  driverId: string,
): Promise<Pick<DriverRow, 'id' | 'driver_code' | 'car_number' | 'registered_at' | 'removed_at'>[]> =>
  db
    .selectFrom('drivers')
    .select(['id', 'driver_code', 'car_number', 'registered_at', 'removed_at'])
    .where('person_id', '=', (of) => of.selectFrom('drivers').select('person_id').where('id', '=', driverId))
    .orderBy('id')
    .limit(MAX_CARS_SHOWN)
    .execute();

type OwnCarRow = Pick<DriverRow, 'id' | 'account_id' | 'driver_code' | 'car_number' | 'person_id'>;

/** The current cars of a member's person; none where the account's own record is no current one. */
export const carsOfAccount = (db: Db, accountId: string): Promise<OwnCarRow[]> =>
  db
    .selectFrom('drivers')
    .select(['id', 'account_id', 'driver_code', 'car_number', 'person_id'])
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
