import type { ListQuery, PaymentStatus, paymentList } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Listed, ListSql } from '#db/list/list-sql.ts';
import { startDayOf } from '#db/seek-page.ts';
import { type TotalFilter, totalParts } from '#db/totals/read-totals.ts';
import { ACTIVE_STATUSES, measureOf } from '../payments.repo.ts';

type Query = ListQuery<typeof paymentList>;
type Filter = Pick<Query, 'payment_type' | 'status'>;

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
const IS_ACTIVE = sql<SqlBool>`status IN (${sql.join(ACTIVE_STATUSES.map((status) => sql.lit(status)))})`;

const ofType = (type: string): RawBuilder<SqlBool> => sql`type_code = ${type.toUpperCase()}`;
const ofStatus = (status: PaymentStatus | undefined): RawBuilder<SqlBool> =>
  status === undefined ? IS_ACTIVE : sql`status = ${status}`;

const matches = ({ payment_type, status }: Filter): RawBuilder<SqlBool> =>
  sql`${ofStatus(status)} AND ${payment_type ? ofType(payment_type) : sql`true`}`;

const totalFilter = ({ payment_type, status }: Filter): TotalFilter => ({
  measures: status === undefined ? [measureOf('submitted'), measureOf('cleared')] : [measureOf(status)],
  key: payment_type?.toUpperCase(),
});

/** One row of the endpoint's totals. Anybody can claim any amount, so waiting money is never added to cleared money. */
const totalsOf = (filter: TotalFilter, status: PaymentStatus = 'cleared') => sql<Totals>`
  SELECT coalesce(sum(count), 0)::text AS count,
    coalesce(sum(amount) FILTER (WHERE measure = ${sql.lit(measureOf(status))}), 0)::numeric(20, 2)::text AS amount,
    coalesce(sum(amount) FILTER (WHERE measure = ${sql.lit(measureOf('submitted'))}), 0)::numeric(20, 2)::text AS waiting
  FROM (${totalParts(filter, 'all')}) AS parts`;

const FROM_START_DAY = sql<SqlBool>`transaction_date <= (SELECT period FROM start_day)`;
const PAST_SKIPPED = sql`OFFSET (SELECT skip FROM start_day)`;

type Totals = { count: string; amount: string; waiting: string };
type Owners = RawBuilder<Owner & { id: string }>;

const COLUMNS = [
  'payments.id',
  'driver_id',
  'type_code',
  'payment_year',
  'payment_month',
  'payments.transaction_date',
  'transaction_id',
  'payments.amount',
  'status',
  'status_reason',
  'driver_code',
  'first_name',
  'last_name',
  'car_number',
  'mobile_number',
  'is_removed',
] as const;

/**
 * Payments by transaction date, the newest first, from a row on that is counted from 0, with the filter's totals. They are cut
 * by an index alone, before the rows and their `owners` are looked up, and all by one statement, because the round trip
 * dominates the cost. The size stands in the statement's text, so that a plan made for any parameters is the best one.
 */
const newestFrom = async (
  db: Db,
  { filter, row, size }: { filter: Filter; row: number; size: number },
  owners: Owners,
): Promise<Listed<ListedPayment>> => {
  const where = matches(filter);
  const counted = totalFilter(filter);
  const totals = totalsOf(counted, filter.status);
  const { rows } = await sql<ListedPayment & { [Name in keyof Totals as `of_${Name}`]: string }>`
    ${row === 0 ? sql`` : sql`WITH ${startDayOf(counted, { page: row + 1, size: 1 })}`}
    SELECT ${sql.join(COLUMNS.map((column) => sql.ref(column)))},
      totals.count AS of_count, totals.amount AS of_amount, totals.waiting AS of_waiting
    FROM (
      SELECT id, transaction_date FROM payments WHERE ${where} AND ${row === 0 ? sql`true` : FROM_START_DAY}
      ORDER BY transaction_date DESC, id DESC LIMIT ${sql.lit(size)} ${row === 0 ? sql`` : PAST_SKIPPED}
    ) AS page
    JOIN payments ON payments.id = page.id
    JOIN (${owners}) AS owner ON owner.id = payments.driver_id
    CROSS JOIN (${totals}) AS totals
    ORDER BY page.transaction_date DESC, page.id DESC`.execute(db);
  const [first] = rows;
  if (first) return { rows, count: Number(first.of_count), amount: first.of_amount, waiting: first.of_waiting };
  return { rows: [], ...(await wholeOf(db, filter)) };
};

const wholeOf = async (db: Db, filter: Filter): Promise<Omit<Listed<never>, 'rows'>> => {
  const [whole] = (await totalsOf(totalFilter(filter), filter.status).execute(db)).rows;
  return { count: Number(whole?.count), amount: whole?.amount ?? '0.00', waiting: whole?.waiting ?? '0.00' };
};

/** A page of payments, the newest or the oldest first. */
const pageOfPayments = async (db: Db, query: Query, owners: Owners): Promise<Listed<ListedPayment>> => {
  const { page, size, sort, ...filter } = query;
  const row = (page - 1) * size;
  if (sort === '-transaction_date') return newestFrom(db, { filter, row, size }, owners);
  // The oldest first are the newest first from the other end, turned around.
  const whole = await wholeOf(db, filter);
  const length = Math.min(size, whole.count - row);
  if (length <= 0) return { ...whole, rows: [] };
  const listed = await newestFrom(db, { filter, row: whole.count - row - length, size: length }, owners);
  return { ...listed, rows: listed.rows.reverse() };
};

/** `owners` is the relation of the drivers that payments belong to. */
export const paymentsSql = (owners: Owners): ListSql<Query, ListedPayment> => ({
  rows: (db) =>
    db
      .selectFrom('payments')
      .innerJoin(sql<Owner & { id: string }>`(${owners})`.as('owner'), 'owner.id', 'payments.driver_id')
      .select(COLUMNS),
  filters: { payment_type: ofType, status: () => null },
  always: ({ status }) => ofStatus(status),
  sorts: { transaction_date: ['transaction_date', 'payments.id'] },
  rollUp: { knows: ['payment_type', 'status'], page: (db, query) => pageOfPayments(db, query, owners) },
});
