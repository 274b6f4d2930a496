import type { CarRequestStatus, carRequestList, ListQuery } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { countRows } from '#db/records.ts';
import type { DriverRow } from '../drivers.repo.ts';
import { recordAndMerged } from '../merging/merge.repo.ts';

/** A request as its member sees it. */
export type AskedRow = {
  id: string;
  car_number: string;
  note: string;
  status: CarRequestStatus;
  status_reason: string | null;
  asked_at: Date;
};

/** All records of a person, with removed and merged ones, since requests outlive their records. */
export const recordsOfPerson = async (db: Db, rootId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id::text AS id FROM driver_records WHERE root_id = ${rootId}
    UNION SELECT id::text FROM drivers WHERE merged_into IN (SELECT id FROM driver_records WHERE root_id = ${rootId})`.execute(
    db,
  );
  return rows.map(({ id }) => id);
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

/** The last requests made with a record, or with one that was merged into it. */
export const lastRequestsOf = async (db: Db, driverId: string, most: number): Promise<AskedRow[]> =>
  lastRequests(db, await recordAndMerged(db, driverId), most);

/** The keys of the cars in waiting requests of these records. */
export const waitingKeys = async (db: Db, driverIds: readonly string[]): Promise<string[]> =>
  (
    await db
      .selectFrom('car_requests')
      .select('car_key')
      .where(sql<boolean>`driver_id = ANY(${driverIds}::bigint[])`)
      .where('status', '=', sql.lit('asked'))
      .execute()
  ).map(({ car_key }) => car_key);

/** Stores a request and gives its record number. */
export const insertRequest = async (
  tx: Tx,
  request: { driver_id: string; car_number: string; note: string; asked_at: Date },
): Promise<string> =>
  (await tx.insertInto('car_requests').values(request).returning('id').executeTakeFirstOrThrow()).id;

/** The state of a request and its person, that of the kept record after a merge. */
export const personOfRequest = async (
  db: Db,
  id: string,
): Promise<{ root_id: string; status: CarRequestStatus } | undefined> => {
  const { rows } = await sql<{ root_id: string; status: CarRequestStatus }>`
    SELECT holder.root_id, request.status FROM car_requests AS request
    JOIN drivers AS asking ON asking.id = request.driver_id
    JOIN driver_records AS holder ON holder.id = coalesce(asking.merged_into, asking.id)
    WHERE request.id = ${id}`.execute(db);
  return rows[0];
};

/** The first current car of a person, whose number gets their texts; undefined if there is none. */
export const currentCarOf = (db: Db, rootId: string): Promise<Pick<DriverRow, 'mobile_number'> | undefined> =>
  db
    .selectFrom('driver_records')
    .select('mobile_number')
    .where('root_id', '=', rootId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

export type ListedRequest = AskedRow & {
  decided_at: Date | null;
  decided_by: string | null;
  granted_driver_id: string | null;
  driver_id: string;
  current_driver_id: string | null;
} & Pick<DriverRow, 'driver_code' | 'first_name' | 'middle_name' | 'last_name' | 'mobile_number'>;

/** The request's car if it is current, else the person's first current one; null without any. */
const currentCar = sql<string | null>`(
  SELECT car.id::text FROM driver_records AS car
  WHERE car.root_id = (SELECT root_id FROM driver_records AS holder WHERE holder.id = coalesce(driver.merged_into, driver.id))
    AND car.removed_at IS NULL
  ORDER BY car.id <> driver.id, car.id LIMIT 1
)`;

export const carRequestsSql: ListSql<ListQuery<typeof carRequestList>, ListedRequest> = {
  rows: (db) =>
    db
      .selectFrom('car_requests as request')
      // Every request has a driver; the planner drops an outer join from the statement that counts.
      .leftJoin('drivers as driver', 'driver.id', 'request.driver_id')
      .select([
        ...(['request.id', 'request.car_number', 'note', 'request.status', 'status_reason', 'asked_at'] as const),
        ...(['decided_at', 'decided_by', 'granted_driver_id', 'driver_id'] as const),
        ...(['driver_code', 'mobile_number', 'first_name', 'middle_name', 'last_name'] as const),
        currentCar.as('current_driver_id'),
      ])
      .$castTo<ListedRequest>(),
  filters: { status: (status) => sql`request.status = ${status}` },
  sorts: { asked_at: ['asked_at', 'request.id'] },
};

/** How many requests wait for the office, counted as far as `most`. */
export const countWaitingRequests = (db: Db, most: number): Promise<number> =>
  countRows(db, db.selectFrom('car_requests').where('status', '=', sql.lit('asked')).limit(most));
