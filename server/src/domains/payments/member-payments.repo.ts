import type { Page } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { PaymentRow } from './list-payments.repo.ts';
import { type PaidFee, STANDING } from './payments.repo.ts';

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

/** A page of one driver's payments, the newest first, and their count: a driver makes some dozen a year. */
export const pageOfDriverPayments = async (
  db: Db,
  driverId: string,
  { page, size }: Page,
): Promise<{ rows: PaymentRow[]; count: number }> => {
  const own = db.selectFrom('payments').where('driver_id', '=', driverId);
  const { count } = await own.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow();
  const rows = await own
    .select(COLUMNS)
    .orderBy('transaction_date', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { rows, count: Number(count) };
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
    .where('status', 'in', STANDING)
    .execute();
