import { type CarRequestStatus, MAX_CARS_SHOWN, normalizeCarNumber } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
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

/** A request as its member sees it. */
export type AskedRow = {
  id: string;
  car_number: string;
  note: string;
  status: CarRequestStatus;
  status_reason: string | null;
  asked_at: Date;
};

/** The last requests made with these records, the newest first. */
export const lastRequests = async (db: Db, driverIds: readonly string[], most: number): Promise<AskedRow[]> =>
  db
    .selectFrom('car_requests')
    .select(['id', 'car_number', 'note', 'status', 'status_reason', 'asked_at'])
    .where(sql<boolean>`driver_id = ANY(${driverIds}::bigint[])`)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();

/** The keys of the cars that requests made with these records wait for. */
export const waitingKeys = async (db: Db, driverIds: readonly string[]): Promise<string[]> =>
  (
    await db
      .selectFrom('car_requests')
      .select('car_key')
      .where(sql<boolean>`driver_id = ANY(${driverIds}::bigint[])`)
      .where('status', '=', 'asked')
      .execute()
  ).map(({ car_key }) => car_key);

/** Stores a request and gives its record number. */
export const insertRequest = async (
  tx: Tx,
  request: { driver_id: string; car_number: string; note: string; asked_at: Date },
): Promise<string> =>
  (await tx.insertInto('car_requests').values(request).returning('id').executeTakeFirstOrThrow()).id;

/** The record that a request was made with, and its person; undefined without such a request. */
export const personOfRequest = (tx: Tx, id: string): Promise<{ person_id: string } | undefined> =>
  tx
    .selectFrom('car_requests')
    .innerJoin('drivers', 'drivers.id', 'car_requests.driver_id')
    .select('person_id')
    .where('car_requests.id', '=', id)
    .executeTakeFirst();

/** True where a current driver has this car, in any spelling. */
export const isRegistered = async (db: Db, carNumber: string): Promise<boolean> =>
  (await db
    .selectFrom('drivers')
    .select('id')
    .where('car_key', '=', normalizeCarNumber(carNumber))
    .where('removed_at', 'is', null)
    .executeTakeFirst()) !== undefined;
