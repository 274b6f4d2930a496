import type { PageAsked } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../database.ts';
import { type Grain, type TotalFilter, totalParts } from '../totals/read-totals.ts';

/** Read the list from `day` (from its newest row, when null) and pass over `skip` rows. */
export type PageStart = { day: string | null; skip: number };

/** Passing over this many entries of an index costs less than finding the day. */
const SHORT_WALK = 400;

/** Each part's period and its cumulative rows. Integers, since sums of bigints are numerics. */
const running = (filter: TotalFilter, grain: Grain, from: 'newest' | 'oldest', within = sql<SqlBool>`true`) => sql`
  SELECT period, sum(count::integer) OVER (ORDER BY period ${sql.raw(from === 'newest' ? 'DESC' : 'ASC')}) AS running
  FROM (${totalParts(filter, grain)}) AS parts WHERE ${within}`;

const IN_START_MONTH = sql<SqlBool>`
  period > (SELECT period FROM start_month) AND period < (SELECT period FROM start_month) || '-99'`;

/**
 * Common table expressions for a statement that reads a page. The last is `start_day`: the day of
 * the page's first row (`period`) and the number of that day's rows to pass over (`skip`); no row
 * for a page behind the end. Months are summed from the newest and days from the oldest: `rest` is
 * then both the month's surplus and the aim of its days.
 */
export const startDayOf = (filter: TotalFilter, { page, size }: PageAsked): RawBuilder<unknown> => {
  const offset = sql`${(page - 1) * size}::bigint`;
  return sql`
    start_month AS (
      SELECT period, running - ${offset} AS rest FROM (${running(filter, 'month', 'newest')}) AS months
      WHERE running > ${offset} ORDER BY period DESC LIMIT 1
    ), start_day AS (
      SELECT days.period::date AS period, running - (SELECT rest FROM start_month) AS skip
      FROM (${running(filter, 'day', 'oldest', IN_START_MONTH)}) AS days
      WHERE running >= (SELECT rest FROM start_month) ORDER BY days.period LIMIT 1
    )`;
};

/** A range of days, either end of which may be open. */
export type DayRange = { from?: string | undefined; to?: string | undefined };

/** The periods of days that lie in the range. */
export const daysIn = ({ from, to }: DayRange): RawBuilder<SqlBool> =>
  sql`${from ? sql`period >= ${from}` : sql`true`} AND ${to ? sql`period <= ${to}` : sql`true`}`;

/**
 * The same for the rows of a range of days, from the `row` of it on, which is counted from 0. The
 * days are summed up one by one: a range rarely begins and ends with a month, and even ten years
 * have few days beside their rows.
 */
export const startDayIn = (filter: TotalFilter, range: DayRange, row: number): RawBuilder<unknown> => {
  const offset = sql`${row}::bigint`;
  return sql`
    days AS (
      SELECT period, sum(count)::bigint AS count FROM (${totalParts(filter, 'day')}) AS parts
      WHERE ${daysIn(range)} GROUP BY period
    ), start_day AS (
      SELECT running.period::date AS period, ${offset} - (running.running - running.count) AS skip
      FROM (SELECT period, count, sum(count) OVER (ORDER BY period DESC) AS running FROM days) AS running
      WHERE running.running > ${offset} ORDER BY running.period DESC LIMIT 1
    )`;
};

/** One row: the count, as text. */
const countOf = (filter: TotalFilter): RawBuilder<{ count: string }> => sql`
  SELECT coalesce(sum(count), 0)::text AS count FROM (${totalParts(filter, 'all')}) AS parts`;

type Found = { count: string; day: string | null; skip: string | null };

const near = (filter: TotalFilter, offset: number): RawBuilder<Found> => sql`
  SELECT whole.count, NULL AS day, ${offset}::text AS skip FROM (${countOf(filter)}) AS whole`;

const far = (filter: TotalFilter, page: PageAsked): RawBuilder<Found> => sql`
  WITH ${startDayOf(filter, page)}
  SELECT whole.count, start_day.period AS day, start_day.skip::text AS skip
  FROM (${countOf(filter)}) AS whole LEFT JOIN start_day ON true`;

/**
 * Finds a page of a list ordered by `day DESC, id DESC` without walking to it: the month, then the
 * day of its first row come from the totals of the list's rows by that day, so the list itself is
 * read from `day <= start.day` with `OFFSET start.skip`, which stays within that day. `start` is
 * null when the page lies behind the list's end. The list needs an index on (its filter, day, id),
 * and cuts the page by it before it joins anything.
 */
export const seekPage = async (
  db: Db,
  filter: TotalFilter,
  page: PageAsked,
): Promise<{ count: number; start: PageStart | null }> => {
  const offset = (page.page - 1) * page.size;
  const { rows } = await (offset <= SHORT_WALK ? near(filter, offset) : far(filter, page)).execute(db);
  const found = rows[0];
  if (!found) throw new Error(`No totals of ${filter.measures.join(', ')}`);
  const count = Number(found.count);
  return {
    count,
    start: found.skip !== null && offset < count ? { day: found.day, skip: Number(found.skip) } : null,
  };
};
