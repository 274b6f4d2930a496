import type { Page, PaymentStatus } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { startDayOf } from '#db/seek-page.ts';
import { STANDING } from './payments.repo.ts';

export type PaymentFilter = { payment_type?: string | undefined; status?: PaymentStatus | undefined };

/** The driver's columns in the list. */
type Owner = {
  driver_code: string;
  first_name: string;
  last_name: string;
  car_number: string;
  mobile_number: string;
  is_removed: boolean;
};

export type PaymentRow = {
  id: string;
  driver_id: string;
  type_code: string;
  payment_year: number | null;
  payment_month: number | null;
  transaction_date: string;
  transaction_id: string;
  amount: string;
  status: PaymentStatus;
  status_reason: string | null;
};

/** A payment of the list with its driver. */
export type ListedPayment = PaymentRow & Owner;

// Written out, since a parameter would hide from the planner that the index of standing payments holds them all.
const STANDS = sql<SqlBool>`status IN (${sql.join(STANDING.map((status) => sql.lit(status)))})`;

const matches = ({ payment_type, status }: PaymentFilter): RawBuilder<SqlBool> => {
  const type = payment_type === undefined ? sql`true` : sql`type_code = ${payment_type.toUpperCase()}`;
  return sql`${status === undefined ? STANDS : sql`status = ${status}`} AND ${type}`;
};

/** One row of the endpoint's totals. Anybody can claim any amount, so waiting money is never added to cleared money. */
const totalsOf = (where: RawBuilder<SqlBool>, status: PaymentStatus = 'cleared') => sql<{
  count: string;
  amount: string;
  waiting: string;
}>`
  SELECT coalesce(sum(count), 0)::text AS count,
    coalesce(sum(amount) FILTER (WHERE status = ${status}), 0)::numeric(20, 2)::text AS amount,
    coalesce(sum(amount) FILTER (WHERE status = 'submitted'), 0)::numeric(20, 2)::text AS waiting
  FROM payment_totals WHERE grain = 'all' AND period = 'all' AND ${where}`;

/** Finds the first row of a page that is not the first page: from the roll-up its day, then by index its place in it. */
const searchStart = (where: RawBuilder<SqlBool>, page: Page) => sql`
  WITH ${startDayOf({ table: 'payment_totals', where }, page)}, start AS (
    SELECT transaction_date, id FROM payments
    WHERE ${where} AND transaction_date = (SELECT period FROM start_day)
    ORDER BY id DESC LIMIT 1 OFFSET (SELECT skip FROM start_day)
  )`;

const FROM_START = sql<SqlBool>`
  (transaction_date, id) <= ((SELECT transaction_date FROM start), (SELECT id FROM start))`;

export type PaymentTotals = { count: number; amount: string; waiting: string };

/**
 * A page of payments by transaction date, the newest first, with the filter's totals. It is cut by an index
 * alone, before its rows and their `owners` are looked up, and all by one statement, since asking is what costs most of it.
 * The size stands in the statement's text, so that a plan made for any parameters is the best one.
 */
export const pageOfPayments = async (
  db: Db,
  { payment_type, status, ...page }: Page & PaymentFilter,
  owners: RawBuilder<Owner & { id: string }>,
): Promise<PaymentTotals & { rows: ListedPayment[] }> => {
  const where = matches({ payment_type, status });
  const totals = totalsOf(where, status);
  const first = page.page === 1;
  const { rows } = await sql<ListedPayment & { of_count: string; of_amount: string; of_waiting: string }>`
    ${first ? sql`` : searchStart(where, page)}
    SELECT payments.id, driver_id, type_code, payment_year, payment_month, payments.transaction_date, transaction_id,
      payments.amount, status, status_reason, driver_code, first_name, last_name, car_number, mobile_number,
      is_removed, totals.count AS of_count, totals.amount AS of_amount, totals.waiting AS of_waiting
    FROM (
      SELECT id, transaction_date FROM payments WHERE ${where} AND ${first ? sql`true` : FROM_START}
      ORDER BY transaction_date DESC, id DESC LIMIT ${sql.lit(page.size)}
    ) AS page
    JOIN payments ON payments.id = page.id
    JOIN (${owners}) AS owner ON owner.id = payments.driver_id
    CROSS JOIN (${totals}) AS totals
    ORDER BY page.transaction_date DESC, page.id DESC`.execute(db);
  const [row] = rows;
  if (row) return { rows, count: Number(row.of_count), amount: row.of_amount, waiting: row.of_waiting };
  const [whole] = (await totals.execute(db)).rows;
  return { rows: [], count: Number(whole?.count), amount: whole?.amount ?? '0.00', waiting: whole?.waiting ?? '0.00' };
};
