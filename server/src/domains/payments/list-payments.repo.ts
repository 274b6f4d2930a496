import type { Page, PaymentStatus } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { type PageStartSql, startOfPage, totalsOf } from '#db/seek-page.ts';
import { STANDING } from './payments.repo.ts';

export type PaymentFilter = { payment_type?: string | undefined; status?: PaymentStatus | undefined };

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

type Filter = { statuses: readonly PaymentStatus[]; type: string | undefined };
type Listed = { rows: PaymentRow[]; count: number; amount: string };

const typeIs = (type: string | undefined): RawBuilder<SqlBool> =>
  type === undefined ? sql`true` : sql`type_code = ${type}`;

/**
 * A page of payments by transaction date, the newest first, with the filter's whole count and amount. One statement, since
 * asking is what costs most of it.
 */
export const pageOfPayments = async (
  db: Db,
  { payment_type, status, ...page }: Page & PaymentFilter,
): Promise<Listed> => {
  const filter = { statuses: status === undefined ? STANDING : [status], type: payment_type?.toUpperCase() };
  const where = sql<SqlBool>`status IN (${sql.join(filter.statuses)}) AND ${typeIs(filter.type)}`;
  const rollup = { table: 'payment_totals', where, money: true };
  const start = startOfPage(rollup, page);
  const { rows } = await sql<PaymentRow & { of_count: string; of_amount: string }>`
    ${start.with}
    SELECT listed.*, totals.count AS of_count, totals.amount AS of_amount
    FROM (${rowsFrom(filter, start, page.size)}) AS listed CROSS JOIN (${totalsOf(rollup)}) AS totals
    ORDER BY listed.transaction_date DESC, listed.id DESC`.execute(db);
  const [first] = rows;
  if (first) return { rows, count: Number(first.of_count), amount: first.of_amount };
  const { rows: totals } = await totalsOf(rollup).execute(db);
  return { rows: [], count: Number(totals[0]?.count), amount: totals[0]?.amount ?? '0.00' };
};

/** The newest of one status by its index. Each is cut by itself: the planner cannot merge ordered scans by itself here. */
const newest = (status: PaymentStatus, { type }: Filter, { day, skip }: PageStartSql, size: number) => sql`(
  SELECT id, transaction_date FROM payments
  WHERE status = ${status} AND ${typeIs(type)} AND ${day === null ? sql`true` : sql`transaction_date <= ${day}`}
  ORDER BY transaction_date DESC, id DESC LIMIT ${skip} + ${size}::bigint)`;

/** The page is cut by the indexes alone, before its rows are looked up. */
const rowsFrom = (filter: Filter, start: PageStartSql, size: number): RawBuilder<PaymentRow> => {
  const candidates = sql.join(
    filter.statuses.map((status) => newest(status, filter, start, size)),
    sql` UNION ALL `,
  );
  return sql<PaymentRow>`
    SELECT payments.id, driver_id, type_code, payment_year, payment_month, payments.transaction_date, transaction_id,
      amount, status
    FROM (
      SELECT id, transaction_date FROM (${candidates}) AS candidates
      ORDER BY transaction_date DESC, id DESC LIMIT ${size} OFFSET ${start.skip}
    ) AS page
    JOIN payments ON payments.id = page.id`;
};
