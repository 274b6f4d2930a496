import type { Page } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Where a list's rows are counted. The table holds, for every group of rows the list can be filtered by, one row (or a few
 * shards of one) a period: columns `grain` (`all`, `month`, `day`), `period` (`all`, `2026-11`, `2026-11-20`), `count`
 * and, for money, `amount`, with a key that begins with grain and period. Triggers keep it in the rows' own transaction.
 */
export type Rollup = {
  table: string;
  /** The list's filter, on the roll-up's own columns. */
  where: RawBuilder<SqlBool>;
  /** True when the table has amounts. */
  money?: boolean;
};

/** The whole list's totals; `amount` is money with two decimals, and only of a roll-up of money. */
export type ListTotals = { count: number; amount?: string };

/** Read the list from `day` (from its newest row, when null) and pass over `skip` rows. */
export type PageStart = { day: string | null; skip: number };

/** The same as SQL: `day` and `skip` read what the common table expressions in `with` find. */
export type PageStartSql = { with: RawBuilder<unknown>; day: RawBuilder<string> | null; skip: RawBuilder<string> };

/** Passing over this many entries of an index costs less than finding the day. */
const SHORT_WALK = 400;

/** Each period with its own number of rows and the number of newer ones. Integers, since sums of bigints are numerics. */
const periods = ({ table, where }: Rollup, within: RawBuilder<SqlBool>) => sql`
  SELECT period, own, (sum(own) OVER (ORDER BY period DESC ROWS UNBOUNDED PRECEDING))::bigint - own AS newer
  FROM (
    SELECT period, sum(count::integer) AS own FROM ${sql.table(table)} WHERE ${within} AND ${where} GROUP BY period
  ) AS counted`;

const daysOfMonth = sql<SqlBool>`grain = 'day'
  AND period > (SELECT period FROM start_month) AND period < (SELECT period FROM start_month) || '-99'`;

const search = (rollup: Rollup, offset: number): RawBuilder<unknown> => sql`
  WITH start_month AS (
    SELECT period, newer FROM (${periods(rollup, sql`grain = 'month'`)}) AS months
    WHERE newer <= ${offset}::bigint AND ${offset}::bigint < newer + own
  ), start_day AS (
    SELECT period, ${offset}::bigint - newer AS skip
    FROM (
      SELECT period, own, newer + (SELECT newer FROM start_month) AS newer
      FROM (${periods(rollup, daysOfMonth)}) AS days_of_month
    ) AS days
    WHERE newer <= ${offset}::bigint AND ${offset}::bigint < newer + own
  )`;

/**
 * Where a page starts, for a statement that reads the page and begins with `with`. Of a page behind the list's end, `day`
 * and `skip` are null, so that no row is found.
 */
export const startOfPage = (rollup: Rollup, { page, size }: Page): PageStartSql => {
  const offset = (page - 1) * size;
  if (offset <= SHORT_WALK) return { with: sql``, day: null, skip: sql`${offset}::bigint` };
  const skip = sql<string>`(SELECT skip::bigint FROM start_day)`;
  return { with: search(rollup, offset), day: sql`(SELECT period::date FROM start_day)`, skip };
};

/** One row: the count, and the amount (0.00 where there is none), as text. */
export const totalsOf = ({ table, where, money }: Rollup): RawBuilder<{ count: string; amount: string }> => sql`
  SELECT coalesce(sum(count), 0)::text AS count,
    ${money ? sql`coalesce(sum(amount), 0)::numeric(20, 2)::text` : sql`'0.00'`} AS amount
  FROM ${sql.table(table)} WHERE grain = 'all' AND period = 'all' AND ${where}`;

/**
 * Finds a page of a list ordered by `day DESC, id DESC` without walking to it: the month, then the day of its first row
 * come from the roll-up, so the list itself is read from `day <= start.day` with `OFFSET start.skip`, which stays within
 * that day. `start` is null when the page lies behind the list's end. The list needs an index on (its filter, day, id), and
 * cuts the page by it before it joins anything.
 */
export const seekPage = async (
  db: Db,
  rollup: Rollup,
  page: Page,
): Promise<ListTotals & { start: PageStart | null }> => {
  const start = startOfPage(rollup, page);
  const { rows } = await sql<{ count: string; amount: string; day: string | null; skip: string | null }>`
    ${start.with}
    SELECT totals.*, ${start.day ?? sql`NULL`}::text AS day, ${start.skip}::text AS skip
    FROM (${totalsOf(rollup)}) AS totals`.execute(db);
  const found = rows[0];
  if (!found) throw new Error(`No totals of ${rollup.table}`);
  const { day, skip } = found;
  const count = Number(found.count);
  return {
    count,
    ...(rollup.money ? { amount: found.amount } : {}),
    start: skip !== null && (page.page - 1) * page.size < count ? { day, skip: Number(skip) } : null,
  };
};
