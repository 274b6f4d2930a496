import type { carRequestList, ListQuery } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import type { DriverRow } from '../drivers.repo.ts';
import type { AskedRow } from './persons-cars.repo.ts';

export type ListedRequest = AskedRow & {
  decided_at: Date | null;
  decided_by: string | null;
  granted_driver_id: string | null;
  driver_id: string;
} & Pick<DriverRow, 'driver_code' | 'first_name' | 'middle_name' | 'last_name' | 'mobile_number'>;

export const carRequestsSql: ListSql<ListQuery<typeof carRequestList>, ListedRequest> = {
  rows: (db) =>
    db
      .selectFrom('car_requests as request')
      .innerJoin('drivers as driver', 'driver.id', 'request.driver_id')
      .select([
        ...(['request.id', 'request.car_number', 'note', 'request.status', 'status_reason', 'asked_at'] as const),
        ...(['decided_at', 'decided_by', 'granted_driver_id', 'driver_id', 'driver_code', 'mobile_number'] as const),
        ...(['first_name', 'middle_name', 'last_name'] as const),
      ]),
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
