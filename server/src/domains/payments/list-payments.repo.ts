import type { Page, PaymentStatus } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { type PageStart, type SoughtPage, seekPage } from '#db/seek-page.ts';
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

const typeIs = (type: string | undefined): RawBuilder<SqlBool> =>
  type === undefined ? sql`true` : sql`type_code = ${type}`;

/** A page of payments by transaction date, the newest first, with the filter's whole count and amount. */
export const pageOfPayments = async (
  db: Db,
  { payment_type, status, ...page }: Page & PaymentFilter,
): Promise<Omit<SoughtPage, 'start'> & { rows: PaymentRow[] }> => {
  const type = payment_type?.toUpperCase();
  const statuses = status === undefined ? STANDING : [status];
  const where = sql<SqlBool>`status IN (${sql.join(statuses)}) AND ${typeIs(type)}`;
  const { start, ...totals } = await seekPage(db, { table: 'payment_totals', where, money: true }, page);
  return { ...totals, rows: start ? await rowsFrom(db, statuses, type, start, page.size) : [] };
};

/** The newest of one status by its index. Each is cut by itself: the planner cannot merge ordered scans by itself here. */
const newest = (status: PaymentStatus, type: string | undefined, day: string | null, limit: number) => sql`(
  SELECT id, transaction_date FROM payments
  WHERE status = ${status} AND ${typeIs(type)} AND ${day === null ? sql`true` : sql`transaction_date <= ${day}`}
  ORDER BY transaction_date DESC, id DESC LIMIT ${limit})`;

const rowsFrom = async (
  db: Db,
  statuses: readonly PaymentStatus[],
  type: string | undefined,
  { day, skip }: PageStart,
  size: number,
): Promise<PaymentRow[]> => {
  const candidates = sql.join(
    statuses.map((status) => newest(status, type, day, skip + size)),
    sql` UNION ALL `,
  );
  const { rows } = await sql<PaymentRow>`
    SELECT payments.id, driver_id, type_code, payment_year, payment_month, payments.transaction_date, transaction_id,
      amount, status
    FROM (
      SELECT id, transaction_date FROM (${candidates}) AS candidates
      ORDER BY transaction_date DESC, id DESC LIMIT ${size} OFFSET ${skip}
    ) AS page
    JOIN payments ON payments.id = page.id
    ORDER BY page.transaction_date DESC, page.id DESC`.execute(db);
  return rows;
};
