import { ALL_STATES, PAYMENT_STATUSES, type PayerSide, type PaymentMode, type PaymentStatus } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Listed } from '#db/list/list-sql.ts';
import { type DayRange, daysIn, startDayIn, startDayOf } from '#db/list/seek-page.ts';
import { type TotalFilter, totalParts } from '#db/totals/read-totals.ts';
import { ACTIVE_STATUSES, measureOf } from '../payments.repo.ts';

type State = PaymentStatus | typeof ALL_STATES | undefined;
export type PaymentFilter = {
  payment_type?: string | undefined;
  status?: State;
  mode?: PaymentMode | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

/** The payments of a side as a list has them: their columns, and what they are joined with. */
export type ListedSide = { side: PayerSide; columns: readonly string[]; joined: RawBuilder<unknown> };

// Literals, not parameters: the planner must see that the index of active payments has all rows.
const IS_ACTIVE = sql<SqlBool>`status IN (${sql.join(ACTIVE_STATUSES.map((status) => sql.lit(status)))})`;

export const ofSide = (side: PayerSide): RawBuilder<SqlBool> => sql`side = ${sql.lit(side)}`;
export const ofType = (type: string): RawBuilder<SqlBool> => sql`type_code = ${type.toUpperCase()}`;
// A literal, for the partial index on modes.
export const ofMode = (mode: PaymentMode): RawBuilder<SqlBool> => sql`mode = ${sql.lit(mode)}`;
export const paidFrom = (day: string): RawBuilder<SqlBool> => sql`transaction_date >= ${day}::date`;
export const paidUntil = (day: string): RawBuilder<SqlBool> => sql`transaction_date <= ${day}::date`;

export const ofState = (state: State): RawBuilder<SqlBool> => {
  if (state === undefined) return IS_ACTIVE;
  return state === ALL_STATES ? sql`true` : sql`status = ${state}`;
};

/** The condition of a filter of payments of a side. */
export const matchingPayments = (
  side: PayerSide,
  { payment_type, status, mode, from, to }: PaymentFilter,
): RawBuilder<SqlBool> => {
  const conditions = [
    ofSide(side),
    ofState(status),
    payment_type ? ofType(payment_type) : null,
    mode ? ofMode(mode) : null,
    from ? paidFrom(from) : null,
    to ? paidUntil(to) : null,
  ];
  return sql.join(
    conditions.filter((one) => one !== null),
    sql` AND `,
  );
};

/** Lists of several states sum the cleared money, since strangers claim any amount. */
export const moneyStateOf = (state: State): PaymentStatus =>
  state === undefined || state === ALL_STATES ? 'cleared' : state;

const statesOf = (state: State): readonly PaymentStatus[] => {
  if (state === undefined) return ACTIVE_STATUSES;
  return state === ALL_STATES ? PAYMENT_STATUSES : [state];
};

/** The filter in the form of the totals. */
const totalFilter = (side: PayerSide, { payment_type, status, mode }: PaymentFilter): TotalFilter => ({
  measures: statesOf(status).map((state) => measureOf(state, mode, side)) as [string, ...string[]],
  key: payment_type?.toUpperCase(),
});

const rangeOf = ({ from, to }: PaymentFilter): DayRange | null => (from || to ? { from, to } : null);

type Totals = { count: string; amount: string; waiting: string };

/** The filter's totals, summed over a range of days; waiting and cleared money apart. */
const totalsOf = (side: PayerSide, filter: PaymentFilter): RawBuilder<Totals> => {
  const range = rangeOf(filter);
  const amountOf = (measure: string) =>
    sql`coalesce(sum(amount) FILTER (WHERE measure = ${sql.lit(measure)}), 0)::numeric(20, 2)::text`;
  return sql<Totals>`
    SELECT coalesce(sum(count), 0)::text AS count,
      ${amountOf(measureOf(moneyStateOf(filter.status), filter.mode, side))} AS amount,
      ${amountOf(measureOf('submitted', filter.mode, side))} AS waiting
    FROM (${totalParts(totalFilter(side, filter), range ? 'day' : 'all')}) AS parts
    WHERE ${range ? daysIn(range) : sql`true`}`;
};

const FROM_START_DAY = sql<SqlBool>`transaction_date <= (SELECT period FROM start_day)`;
const PAST_SKIPPED = sql`OFFSET (SELECT skip::bigint FROM start_day)`;

const startOf = (side: PayerSide, filter: PaymentFilter, row: number): RawBuilder<unknown> => {
  const range = rangeOf(filter);
  const counted = totalFilter(side, filter);
  return range ? startDayIn(counted, range, row) : startDayOf(counted, { page: row + 1, size: 1 });
};

/**
 * Payments from a row on (counted from 0), the newest first, with the filter's totals. An index
 * cuts the page before rows and the payers are joined; one statement, because the round trip
 * dominates the cost. The size is a literal, so that the plan for any parameters is the best one.
 */
const newestFrom = async <Row extends object>(
  db: Db,
  { filter, row, size }: { filter: PaymentFilter; row: number; size: number },
  { side, columns, joined }: ListedSide,
): Promise<Listed<Row>> => {
  const { rows } = await sql<Row & { [Name in keyof Totals as `of_${Name}`]: string }>`
    ${row === 0 ? sql`` : sql`WITH ${startOf(side, filter, row)}`}
    SELECT ${sql.join(columns.map((column) => sql.ref(column)))},
      totals.count AS of_count, totals.amount AS of_amount, totals.waiting AS of_waiting
    FROM (
      SELECT id, transaction_date FROM payments WHERE ${matchingPayments(side, filter)} AND ${row === 0 ? sql`true` : FROM_START_DAY}
      ORDER BY transaction_date DESC, id DESC LIMIT ${sql.lit(size)} ${row === 0 ? sql`` : PAST_SKIPPED}
    ) AS page
    JOIN payments ON payments.id = page.id
    ${joined}
    CROSS JOIN (${totalsOf(side, filter)}) AS totals
    ORDER BY page.transaction_date DESC, page.id DESC`.execute(db);
  const [first] = rows;
  if (first) return { rows, count: Number(first.of_count), amount: first.of_amount, waiting: first.of_waiting };
  return { rows: [], ...(await sumsOfSide(db, side, filter)) };
};

/** How many payments of a side a filter has, and how much they are, from the kept totals. */
export const sumsOfSide = async (
  db: Db,
  side: PayerSide,
  filter: PaymentFilter,
): Promise<{ count: number; amount: string; waiting: string }> => {
  const [whole] = (await totalsOf(side, filter).execute(db)).rows;
  return { count: Number(whole?.count), amount: whole?.amount ?? '0.00', waiting: whole?.waiting ?? '0.00' };
};

/** A page of payments, the newest or the oldest first, with its totals out of the roll-up. */
export const pageOfPayments = async <Row extends object>(
  db: Db,
  { page, size, sort, ...filter }: PaymentFilter & { page: number; size: number; sort: string },
  of: ListedSide,
): Promise<Listed<Row>> => {
  const row = (page - 1) * size;
  if (sort === '-transaction_date') return newestFrom(db, { filter, row, size }, of);
  // Reads the page from the newest end and reverses it.
  const whole = await sumsOfSide(db, of.side, filter);
  const length = Math.min(size, whole.count - row);
  if (length <= 0) return { ...whole, rows: [] };
  const listed = await newestFrom<Row>(db, { filter, row: whole.count - row - length, size: length }, of);
  return { ...listed, rows: listed.rows.reverse() };
};
