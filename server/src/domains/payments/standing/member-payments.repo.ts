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

/** A driver's money, `"300.00"`: what was cleared and what waits to be. */
export const driverTotals = (db: Db, driverId: string): Promise<{ paid: string; waiting: string }> =>
  db
    .selectFrom('payments')
    .select([
      sql<string>`coalesce(sum(amount) FILTER (WHERE status = 'cleared'), 0)::numeric(14, 2)`.as('paid'),
      sql<string>`coalesce(sum(amount) FILTER (WHERE status = 'submitted'), 0)::numeric(14, 2)`.as('waiting'),
    ])
    .where('driver_id', '=', driverId)
    .executeTakeFirstOrThrow();

/** Every fee that a driver's standing payments are for, with their amounts. */
export const driverFees = (db: Db, driverId: string): Promise<(PaidFee & { amount: string })[]> =>
  db
    .selectFrom('payments')
    .select(['type_code', 'payment_year', 'payment_month', 'status', 'amount'])
    .where('driver_id', '=', driverId)
    .where('status', 'in', ACTIVE_STATUSES)
    .execute();
