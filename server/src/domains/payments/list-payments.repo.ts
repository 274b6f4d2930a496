import type { Page, PaymentStatus } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { startDayOf, totalsOf } from '#db/seek-page.ts';
import { STANDING } from './payments.repo.ts';

export type PaymentFilter = { payment_type?: string | undefined; status?: PaymentStatus | undefined };

/** What the list says of a payment's driver. */
type Owner = { driver_code: string; first_name: string; last_name: string; car_number: string; mobile_number: string };

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
};

/** A payment of the list with its driver. */
export type ListedPayment = PaymentRow & Owner;

type Filter = { statuses: readonly PaymentStatus[]; type: string | undefined };

const typeIs = (type: string | undefined): RawBuilder<SqlBool> =>
  type === undefined ? sql`true` : sql`type_code = ${type}`;

/**
 * Rows of the filter from the newest on. Each status is read in order from its own index, and cut by itself: the planner
 * merges ordered parts, but makes none of `status IN (…)`.
 */
const newest = (
  { statuses, type }: Filter,
  { and, cut }: { and: RawBuilder<SqlBool>; cut: RawBuilder<unknown> },
): RawBuilder<{ id: string; transaction_date: string }> => {
  const parts = statuses.map(
    (status) => sql`(
      SELECT id, transaction_date FROM payments WHERE status = ${status} AND ${typeIs(type)} AND ${and}
      ORDER BY transaction_date DESC, id DESC ${cut})`,
  );
  return sql`SELECT id, transaction_date FROM (${sql.join(parts, sql` UNION ALL `)}) AS parts
    ORDER BY transaction_date DESC, id DESC`;
};

// An OFFSET of nothing keeps a part ordered and apart; `start_day` is seek-page's.
const startOf = (filter: Filter) => sql`
  start AS (
    ${newest(filter, { and: sql`transaction_date = (SELECT period FROM start_day)`, cut: sql`OFFSET 0` })}
    LIMIT 1 OFFSET (SELECT skip FROM start_day)
  )`;

const FROM_START = sql<SqlBool>`
  (transaction_date, id) <= ((SELECT transaction_date FROM start), (SELECT id FROM start))`;

/**
 * A page of payments by transaction date, the newest first, with the filter's whole count and amount. It is cut by the
 * indexes alone, before its rows and their `owners` (a relation with an `id`) are looked up, and all by one statement, since
 * asking is what costs most of it. The size stands in the statement's text, so that a plan made for any parameters is the
 * best one.
 */
export const pageOfPayments = async (
  db: Db,
  { payment_type, status, ...page }: Page & PaymentFilter,
  owners: RawBuilder<Owner & { id: string }>,
): Promise<{ rows: ListedPayment[]; count: number; amount: string }> => {
  const filter = { statuses: status === undefined ? STANDING : [status], type: payment_type?.toUpperCase() };
  const where = sql<SqlBool>`status IN (${sql.join(filter.statuses)}) AND ${typeIs(filter.type)}`;
  const totals = totalsOf({ table: 'payment_totals', where, money: true });
  const first = page.page === 1;
  const search = sql`WITH ${startDayOf({ table: 'payment_totals', where }, page)}, ${startOf(filter)}`;
  const limit = sql`LIMIT ${sql.lit(page.size)}`;
  const { rows } = await sql<ListedPayment & { of_count: string; of_amount: string }>`
    ${first ? sql`` : search}
    SELECT payments.id, driver_id, type_code, payment_year, payment_month, payments.transaction_date, transaction_id,
      payments.amount, status, driver_code, first_name, last_name, car_number, mobile_number,
      totals.count AS of_count, totals.amount AS of_amount
    FROM (${newest(filter, { and: first ? sql`true` : FROM_START, cut: limit })} ${limit}) AS page
    JOIN payments ON payments.id = page.id
    JOIN (${owners}) AS owner ON owner.id = payments.driver_id
    CROSS JOIN (${totals}) AS totals
    ORDER BY page.transaction_date DESC, page.id DESC`.execute(db);
  const [row] = rows;
  if (row) return { rows, count: Number(row.of_count), amount: row.of_amount };
  const [whole] = (await totals.execute(db)).rows;
  return { rows: [], count: Number(whole?.count), amount: whole?.amount ?? '0.00' };
};
