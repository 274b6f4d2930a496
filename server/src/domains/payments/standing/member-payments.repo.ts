import type { ListQuery, ownPaymentList } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import type { PaymentRow } from '../list/list-payments.repo.ts';
import { ACTIVE_STATUSES, type PaidFee } from '../payments.repo.ts';

const COLUMNS = [
  'id',
  'driver_id',
  'type_code',
  'payment_year',
  'payment_month',
  'transaction_date',
  'transaction_id',
  'amount',
  'status',
  'status_reason',
] as const;

/** The payments of one driver, who makes some dozen a year. */
export const ownPaymentsSql: ListSql<ListQuery<typeof ownPaymentList>, PaymentRow, string> = {
  rows: (db) => db.selectFrom('payments').select(COLUMNS),
  filters: {},
  scope: (driverId) => sql`driver_id = ${driverId}`,
  sorts: { transaction_date: ['transaction_date', 'id'] },
};

export type DriverFee = PaidFee & { amount: string };

/** By driver, every fee that active payments of theirs are for, with its amount; by one statement. */
export const feesOfDrivers = async (
  db: Db,
  driverIds: readonly string[],
): Promise<ReadonlyMap<string, readonly DriverFee[]>> => {
  const rows = await db
    .selectFrom('payments')
    .select(['driver_id', 'type_code', 'payment_year', 'payment_month', 'status', 'amount'])
    // One parameter however many they are, so that every length is the same statement.
    .where(sql<boolean>`driver_id = ANY(${driverIds}::bigint[])`)
    .where('status', 'in', ACTIVE_STATUSES)
    .execute();
  return Map.groupBy(rows, ({ driver_id }) => driver_id);
};
