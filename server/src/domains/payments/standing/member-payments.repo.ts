import type { ListQuery, ownPaymentList } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import type { PaymentRow } from '../list/payment-columns.repo.ts';
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
export const ownPaymentsSql: ListSql<
  ListQuery<typeof ownPaymentList>,
  Pick<PaymentRow, (typeof COLUMNS)[number]>,
  string
> = {
  rows: (db) => db.selectFrom('payments').select(COLUMNS),
  // The scope is the car that it names.
  filters: { driver_code: () => null },
  scope: (driverId) => sql`driver_id = ${driverId}`,
  sorts: { transaction_date: ['transaction_date', 'id'] },
};

/** A fee that is claimed, paid, or paid for from credit: then with the use of it, and no money came in. */
export type DriverFee = PaidFee & { amount: string; credit_use_id: string | null };

/** By driver, every fee that active payments and credit of theirs are for, with its amount; by one statement. */
export const feesOfDrivers = async (
  db: Db,
  driverIds: readonly string[],
): Promise<ReadonlyMap<string, readonly DriverFee[]>> => {
  // One parameter however many they are, so that every length is the same statement.
  const ofDrivers = sql`driver_id = ANY(${driverIds}::bigint[])`;
  const { rows } = await sql<DriverFee & { driver_id: string }>`
    SELECT driver_id, type_code, payment_year, payment_month, status, amount, is_credit, NULL::bigint AS credit_use_id
    FROM payments WHERE ${ofDrivers} AND status IN (${sql.join(ACTIVE_STATUSES.map((status) => sql.lit(status)))})
    UNION ALL
    SELECT driver_id, type_code, payment_year, payment_month, 'cleared', amount, false, id
    FROM credit_uses WHERE ${ofDrivers} AND status = 'used'`.execute(db);
  return Map.groupBy(rows, ({ driver_id }) => driver_id);
};
