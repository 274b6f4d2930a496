import type { ListQuery, ownPaymentList } from '@banbo/contract';
import { type NotNull, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import type { PaymentRow } from '../list/payment-columns.repo.ts';
import { ACTIVE_STATUSES, type CoveredFee } from '../payments.repo.ts';

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
  'is_credit',
] as const;

/** The payments of one driver, who makes some dozen a year. */
export const ownPaymentsSql: ListSql<
  ListQuery<typeof ownPaymentList>,
  Pick<PaymentRow, (typeof COLUMNS)[number]>,
  string
> = {
  rows: (db) => db.selectFrom('payments').select(COLUMNS).$narrowType<{ driver_id: NotNull }>(),
  // The scope already limits the list to the car.
  filters: { driver_code: () => null },
  scope: (driverId) => sql`driver_id = ${driverId}`,
  sorts: { transaction_date: ['transaction_date', 'id'] },
};

/**
 * A fee that is claimed or paid; if credit paid it, with that use and without new money. `waived`
 * was given up of its price.
 */
export type DriverFee = CoveredFee & {
  amount: string;
  waived: string;
  credit_use_id: string | null;
  /** The rest of money received at the desk, paid towards no fee. */
  is_rest?: boolean;
};

/** The fees of active payments and of credit by driver, in one statement. */
export const feesOfDrivers = async (
  db: Db,
  driverIds: readonly string[],
): Promise<ReadonlyMap<string, readonly DriverFee[]>> => {
  // One parameter however many they are, so that every length is the same statement.
  const ofDrivers = sql`driver_id = ANY(${driverIds}::bigint[])`;
  const { rows } = await sql<DriverFee & { driver_id: string }>`
    SELECT driver_id, type_code, payment_year, payment_month, status, amount, is_credit, 0.00::numeric(14, 2) AS waived,
      NULL::bigint AS credit_use_id, is_rest
    FROM payments WHERE ${ofDrivers} AND status IN (${sql.join(ACTIVE_STATUSES.map((status) => sql.lit(status)))})
    UNION ALL
    SELECT driver_id, type_code, payment_year, payment_month, 'cleared', amount, false, waived, id, false
    FROM credit_uses WHERE ${ofDrivers} AND status = 'used'`.execute(db);
  return Map.groupBy(rows, ({ driver_id }) => driver_id);
};

/** True if a payment of the type, or any, was cleared since the day. */
export const clearedSince = async (db: Db, day: string, typeCode?: string): Promise<boolean> =>
  (await db
    .selectFrom('payments')
    .select('id')
    .where('status', '=', sql.lit('cleared'))
    .where('transaction_date', '>=', day)
    .$if(typeCode !== undefined, (query) => query.where('type_code', '=', typeCode ?? ''))
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** The drivers for whom the type is paid, and those with a waiting claim of it. */
export const paidAndWaiting = async (
  db: Db,
  driverIds: readonly string[],
  typeCode: string,
): Promise<{ cleared: Set<string>; waiting: Set<string> }> => {
  // One parameter however many they are, so that every length is the same statement.
  const fees = sql`driver_id = ANY(${driverIds}::bigint[]) AND type_code = ${typeCode}`;
  const { rows } = await sql<{ driver_id: string; status: string }>`
    SELECT driver_id, status FROM payments
    WHERE ${fees} AND status IN ('submitted', 'cleared') AND NOT is_credit
    UNION ALL SELECT driver_id, 'cleared' FROM credit_uses WHERE ${fees} AND status = 'used'`.execute(db);
  const having = (status: string) => new Set(rows.filter((row) => row.status === status).map((row) => row.driver_id));
  return { cleared: having('cleared'), waiting: having('submitted') };
};

/** The last cleared payment of these drivers, for those with any. */
export const lastPayments = async (
  db: Db,
  driverIds: readonly string[],
): Promise<ReadonlyMap<string, { paid_on: string; amount: string }>> => {
  const { rows } = await sql<{ driver_id: string; paid_on: string; amount: string }>`
    SELECT driver.id::text AS driver_id, last.transaction_date::text AS paid_on, last.amount::text
    FROM unnest(${driverIds}::bigint[]) AS driver (id) CROSS JOIN LATERAL (
      SELECT transaction_date, amount FROM payments WHERE driver_id = driver.id AND status = 'cleared'
      ORDER BY transaction_date DESC, id DESC LIMIT 1
    ) AS last`.execute(db);
  return new Map(rows.map(({ driver_id, ...last }) => [driver_id, last]));
};
