import type { Page } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * Where a list's rows are counted. The table holds, for every group of rows the list can be filtered by, one row (or a few
 * shards of one) a period: columns `grain` (`all`, `month`, `day`), `period` (`all`, `2026-11`, `2026-11-20`) and
 * `count`, with a key that begins with grain and period. Triggers keep it in the rows' own transaction.
 */
export type Rollup = {
  table: string;
  /** The list's filter, on the roll-up's own columns. */
  where: RawBuilder<SqlBool>;
};

/** Read the list from `day` (from its newest row, when null) and pass over `skip` rows. */
export type PageStart = { day: string | null; skip: number };

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

/**
 * Common table expressions for a statement that reads a page, of which the last is `start_day`: the day of the page's first
 * row (`period`) and the number of that day's rows to pass over (`skip`). No row of a page behind the list's end.
 */
export const startDayOf = (rollup: Rollup, { page, size }: Page): RawBuilder<unknown> => {
  const offset = sql`${(page - 1) * size}::bigint`;
  return sql`
    start_month AS (
      SELECT period, newer FROM (${periods(rollup, sql`grain = 'month'`)}) AS months
      WHERE newer <= ${offset} AND ${offset} < newer + own
    ), start_day AS (
      SELECT period::date AS period, ${offset} - newer AS skip
      FROM (
        SELECT period, own, newer + (SELECT newer FROM start_month) AS newer
        FROM (${periods(rollup, daysOfMonth)}) AS days_of_month
      ) AS days
      WHERE newer <= ${offset} AND ${offset} < newer + own
    )`;
};

/** One row: the count, as text. */
const totalsOf = ({ table, where }: Rollup): RawBuilder<{ count: string }> => sql`
  SELECT coalesce(sum(count), 0)::text AS count FROM ${sql.table(table)} WHERE grain = 'all' AND period = 'all' AND ${where}`;

type Found = { count: string; day: string | null; skip: string | null };

const near = (rollup: Rollup, offset: number): RawBuilder<Found> => sql`
  SELECT totals.*, NULL AS day, ${offset}::text AS skip FROM (${totalsOf(rollup)}) AS totals`;

const far = (rollup: Rollup, page: Page): RawBuilder<Found> => sql`
  WITH ${startDayOf(rollup, page)}
  SELECT totals.*, start_day.period AS day, start_day.skip::text AS skip
  FROM (${totalsOf(rollup)}) AS totals LEFT JOIN start_day ON true`;

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
): Promise<{ count: number; start: PageStart | null }> => {
  const offset = (page.page - 1) * page.size;
  const { rows } = await (offset <= SHORT_WALK ? near(rollup, offset) : far(rollup, page)).execute(db);
  const found = rows[0];
  if (!found) throw new Error(`No totals of ${rollup.table}`);
  const count = Number(found.count);
  return {
    count,
    start: found.skip !== null && offset < count ? { day: found.day, skip: Number(found.skip) } : null,
  };
};
