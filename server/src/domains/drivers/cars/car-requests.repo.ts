import type { CarRequestStatus } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
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

/** All records of a person, removed ones and those that were merged into them too: a request outlives the record it was made with. */
export const recordsOfPerson = async (db: Db, personId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id::text AS id FROM drivers WHERE person_id = ${personId}
    UNION SELECT id::text FROM drivers WHERE merged_into IN (SELECT id FROM drivers WHERE person_id = ${personId})`.execute(
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

/** The last requests made with a record or with one that was merged into it, which keeps what was asked with it. */
export const lastRequestsOf = async (db: Db, driverId: string, most: number): Promise<AskedRow[]> =>
  lastRequests(db, await recordAndMerged(db, driverId), most);

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

/** The person of a request, who is that of the kept record where the record it was made with was merged; undefined without such a request. */
export const personOfRequest = async (
  db: Db,
  id: string,
): Promise<{ person_id: string; status: CarRequestStatus } | undefined> => {
  const { rows } = await sql<{ person_id: string; status: CarRequestStatus }>`
    SELECT holder.person_id, request.status FROM car_requests AS request
    JOIN drivers AS asking ON asking.id = request.driver_id
    JOIN drivers AS holder ON holder.id = coalesce(asking.merged_into, asking.id)
    WHERE request.id = ${id}`.execute(db);
  return rows[0];
};

/** A current car of a person, the first one: where texts to them go. Undefined of a person without one. */
export const currentCarOf = (db: Db, personId: string): Promise<Pick<DriverRow, 'mobile_number'> | undefined> =>
  db
    .selectFrom('drivers')
    .select('mobile_number')
    .where('person_id', '=', personId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
