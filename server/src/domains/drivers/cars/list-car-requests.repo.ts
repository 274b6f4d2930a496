import type { carRequestList, ListQuery } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import type { DriverRow } from '../drivers.repo.ts';
import type { AskedRow } from './car-requests.repo.ts';

export type ListedRequest = AskedRow & {
  decided_at: Date | null;
  decided_by: string | null;
  granted_driver_id: string | null;
  driver_id: string;
  current_driver_id: string | null;
} & Pick<DriverRow, 'driver_code' | 'first_name' | 'middle_name' | 'last_name' | 'mobile_number'>;

/** A current car of the person who asked: that of the request while it is one, else the person's first; null without any. */
const currentCar = sql<string | null>`(
  SELECT car.id::text FROM drivers AS car
  WHERE car.person_id = (SELECT person_id FROM drivers AS holder WHERE holder.id = coalesce(driver.merged_into, driver.id))
    AND car.removed_at IS NULL
  ORDER BY car.id <> driver.id, car.id LIMIT 1
)`;

export const carRequestsSql: ListSql<ListQuery<typeof carRequestList>, ListedRequest> = {
  rows: (db) =>
    db
      .selectFrom('car_requests as request')
      // Every request is a driver's; an outer join is left out of the statement that counts.
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
export const countWaitingRequests = async (db: Db, most: number): Promise<number> => {
  const waiting = db.selectFrom('car_requests').select('id').where('status', '=', 'asked').limit(most);
  const { count } = await db
    .selectFrom(waiting.as('waiting'))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};
