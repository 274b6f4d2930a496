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

/** The whole list's totals, and where a page begins in a list ordered by day and id, the newest first. */
export type SoughtPage = {
  count: number;
  /** Money with two decimals; only of a roll-up of money. */
  amount?: string;
  /** Null when the page lies behind the list's end. */
  start: PageStart | null;
};

/** Read the list from `day` (from its newest row, when null) and pass over `skip` rows. */
export type PageStart = { day: string | null; skip: number };

/** Passing over this many entries of an index costs less than finding the day. */
const SHORT_WALK = 400;

/** Where a page starts that is near enough to the newest row to be walked to; null for any other. */
export const nearStart = ({ page, size }: Page): PageStart | null => {
  const skip = (page - 1) * size;
  return skip <= SHORT_WALK ? { day: null, skip } : null;
};

/**
 * Finds a page of a list ordered by `day DESC, id DESC` without walking to it: the month, then the day of its first row
 * come from the roll-up, so the list itself is read from `day <= start.day` with `OFFSET start.skip`, which stays within
 * that day. The list needs an index on (its filter, day DESC, id DESC), and cuts the page by it before it joins anything.
 */
export const seekPage = async (db: Db, rollup: Rollup, { page, size }: Page): Promise<SoughtPage> => {
  const offset = (page - 1) * size;
  const { rows } = await (nearStart({ page, size }) ? near(rollup, offset) : far(rollup, offset)).execute(db);
  const found = rows[0];
  if (!found) throw new Error(`No totals of ${rollup.table}`);
  const count = Number(found.count);
  return {
    count,
    ...(rollup.money ? { amount: found.amount } : {}),
    start: offset < count && found.skip !== null ? { day: found.day, skip: Number(found.skip) } : null,
  };
};

export type Totals = { count: string; amount: string };
type Found = Totals & { day: string | null; skip: string | null };

/** One row with the whole list's totals, for a statement that reads a near page with them. */
export const totalsOf = ({ table, where, money }: Rollup): RawBuilder<Totals> => sql`
  SELECT coalesce(sum(count), 0)::text AS count,
    ${money ? sql`coalesce(sum(amount), 0)::numeric(20, 2)::text` : sql`'0.00'`} AS amount
  FROM ${sql.table(table)} WHERE grain = 'all' AND period = 'all' AND ${where}`;

/** Each period with its own number of rows and the number of newer ones. */
const periods = ({ table, where }: Rollup, within: RawBuilder<SqlBool>) => sql`
  SELECT period, sum(count) AS own, sum(sum(count)) OVER (ORDER BY period DESC) - sum(count) AS newer
  FROM ${sql.table(table)} WHERE ${within} AND ${where} GROUP BY period`;

const near = (rollup: Rollup, offset: number): RawBuilder<Found> => sql`
  SELECT totals.*, NULL AS day, ${offset}::text AS skip FROM (${totalsOf(rollup)}) AS totals`;

const far = (rollup: Rollup, offset: number): RawBuilder<Found> => sql`
  WITH month AS (
    SELECT period, newer FROM (${periods(rollup, sql`grain = 'month'`)}) AS months
    WHERE newer <= ${offset}::bigint AND ${offset}::bigint < newer + own
  ), day AS (
    SELECT period, ${offset}::bigint - newer AS skip
    FROM (
      SELECT period, own, newer + (SELECT newer FROM month) AS newer
      FROM (${periods(rollup, daysOfMonth)}) AS days_of_month
    ) AS days
    WHERE newer <= ${offset}::bigint AND ${offset}::bigint < newer + own
  )
  SELECT totals.*, day.period AS day, day.skip::text AS skip FROM (${totalsOf(rollup)}) AS totals LEFT JOIN day ON true`;

const daysOfMonth = sql<SqlBool>`grain = 'day'
  AND period > (SELECT period FROM month) AND period < (SELECT period FROM month) || '-99'`;
