import { addDays } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../database.ts';

/** The rows to count: of any of the measures (`payments:cleared`), of one payment type or all. */
export type TotalFilter = { measures: readonly [string, ...string[]]; key?: string | RawBuilder<string> | undefined };

export type Grain = 'all' | 'month' | 'day';

/** The key of totals of all keys together. No row is counted by it. */
export const ALL_KEYS = '';

/** A total or a part of one, by period: `all`, `2026-11`, `2026-11-20`. May be negative. */
export type TotalPart = { measure: string; period: string; count: string; amount: string };

/** The period that a delta's day lies in. */
const PERIOD_OF_DAY: Record<Grain, RawBuilder<string>> = {
  all: sql`'all'`,
  month: sql`to_char(day, 'YYYY-MM')`,
  day: sql`to_char(day, 'YYYY-MM-DD')`,
};

// Measures are the code's own words. Written out, they let the planner know how few rows they have.
const isOf = (measures: TotalFilter['measures']): RawBuilder<SqlBool> =>
  sql`measure IN (${sql.join(measures.map((name) => sql.lit(name)))})`;

/**
 * A relation of all parts of the filter's totals, folded and not, which its reader sums up. To be
 * used in one statement for everything that must agree: between two statements, deltas may be added
 * and folded. Each table has the filter to itself: the planner does not bring one around both to
 * the index.
 */
export const totalParts = ({ measures, key }: TotalFilter, grain: Grain): RawBuilder<TotalPart> => sql<TotalPart>`
  SELECT measure, period, count, amount FROM totals
  WHERE ${isOf(measures)} AND key = ${key ?? sql.lit(ALL_KEYS)} AND grain = ${sql.lit(grain)}
  UNION ALL
  SELECT measure, ${PERIOD_OF_DAY[grain]} COLLATE "C", count, amount FROM total_deltas
  WHERE ${isOf(measures)} AND ${key === undefined ? sql`true` : sql`key = ${key}`}`;

/** The filter's whole count and amount, `"300.00"`. Costs the same at any number of rows. */
export const totalOf = async (db: Db, filter: TotalFilter): Promise<{ count: number; amount: string }> => {
  const { rows } = await sql<{ count: string; amount: string }>`
    SELECT coalesce(sum(count), 0)::text AS count, coalesce(sum(amount), 0)::numeric(20, 2)::text AS amount
    FROM (${totalParts(filter, 'all')}) AS parts`.execute(db);
  return { count: Number(rows[0]?.count), amount: rows[0]?.amount ?? '0.00' };
};

/** Days (`2026-11-20`) or months (`2026-11`), `last` included; `name` identifies their sums. */
export type TotalRange = { name: string; grain: 'day' | 'month'; first: string; last: string };

type RangedTotal = { name: string; measure: string; key: string; count: number; amount: string };

/**
 * Adds up the rows of each measure and key in each of the ranges; sums of nothing are left out. The
 * ranges cost as much as they have days or months, however many rows are counted.
 */
export const rangedTotals = async (
  db: Db,
  { measures, keys, ranges }: { measures: readonly string[]; keys: readonly string[]; ranges: readonly TotalRange[] },
): Promise<RangedTotal[]> => {
  const isOf = sql`measure IN (${sql.join(measures.map((name) => sql.lit(name)))}) AND key = ANY(${keys}::text[])`;
  const asked = sql.join(ranges.map(({ name, grain, first, last }) => sql`(${name}, ${grain}, ${first}, ${last})`));
  const { rows } = await sql<RangedTotal>`
    WITH ranges (name, grain, first, last) AS (VALUES ${asked})
    SELECT name, measure, key, sum(count)::integer AS count, sum(amount)::numeric(20, 2)::text AS amount
    FROM (
      SELECT name, measure, key, count, amount FROM ranges
      JOIN totals ON ${isOf} AND totals.grain = ranges.grain AND period BETWEEN first AND last
      UNION ALL
      SELECT name, measure, key, count, amount FROM ranges
      JOIN total_deltas ON ${isOf} AND to_char(day, 'YYYY-MM-DD') BETWEEN first AND CASE grain WHEN 'day' THEN last ELSE last || '-31' END
    ) AS parts
    GROUP BY name, measure, key HAVING sum(count) <> 0 OR sum(amount) <> 0`.execute(db);
  return rows;
};

/** The first day of the next month. */
const nextMonth = (day: string): string => {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return month === 12 ? `${year + 1}-01-01` : `${day.slice(0, 5)}${String(month + 1).padStart(2, '0')}-01`;
};

/** The whole months of some days, and the days before and after these; ranges may be empty. */
export const wholeMonthsIn = ({ from, to }: { from: string; to: string }) => {
  const first = from.endsWith('-01') ? from : nextMonth(from);
  const end = nextMonth(to);
  const after = addDays(end, -1) === to ? end : `${to.slice(0, 7)}-01`;
  if (after <= first) return { months: null, days: [{ first: from, last: to }] };
  const days = [
    { first: from, last: addDays(first, -1) },
    { first: after, last: to },
  ];
  return {
    months: { first: first.slice(0, 7), last: addDays(after, -1).slice(0, 7) },
    days: days.filter((range) => range.first <= range.last),
  };
};

/** Totals of one key, of all keys together, or of each key by itself. */
type Keys = { key: string } | 'together' | 'each';

const ofKeys = (keys: Keys, isDelta: boolean): RawBuilder<SqlBool> => {
  if (typeof keys === 'object') return sql`key = ${keys.key}`;
  if (isDelta) return sql`true`;
  return keys === 'each' ? sql`key <> ${sql.lit(ALL_KEYS)}` : sql`key = ${sql.lit(ALL_KEYS)}`;
};

/**
 * A relation of the parts of totals between two days, both included: whole months as months, and
 * the other days as days, so that its cost grows with the months alone.
 */
export const partsBetween = (
  measures: TotalFilter['measures'],
  keys: Keys,
  range: { from: string; to: string },
): RawBuilder<TotalPart & { key: string }> => {
  const { months, days } = wholeMonthsIn(range);
  const ranges = [...(months ? [{ ...months, grain: 'month' }] : []), ...days.map((one) => ({ ...one, grain: 'day' }))];
  const folded = ranges.map(
    ({ grain, first, last }) => sql`
      SELECT measure, key, period, count, amount FROM totals
      WHERE ${isOf(measures)} AND grain = ${sql.lit(grain)} AND period BETWEEN ${first} AND ${last} AND ${ofKeys(keys, false)}
      UNION ALL`,
  );
  return sql`${sql.join(folded, sql` `)}
    SELECT measure, key, to_char(day, 'YYYY-MM-DD') COLLATE "C", count, amount FROM total_deltas
    WHERE ${isOf(measures)} AND day BETWEEN ${range.from}::date AND ${range.to}::date AND ${ofKeys(keys, true)}`;
};

type Through = {
  measure: string;
  /** An expression of the day, the last that counts. */
  day: RawBuilder<unknown>;
  /** The condition on `key`. */
  keys: RawBuilder<SqlBool>;
};

/**
 * Parts of the sums up to the end of a day, folded and not, as a relation of `key` and `amount`.
 * Whole months count before that of the day, so the cost does not grow with the rows.
 */
export const partsThrough = ({ measure, day, keys }: Through): RawBuilder<{ key: string; amount: string }> => {
  const isOf = sql<SqlBool>`measure = ${sql.lit(measure)} AND ${keys}`;
  return sql`
    SELECT key, amount FROM totals WHERE ${isOf} AND grain = 'month' AND period < to_char(${day}, 'YYYY-MM')
    UNION ALL
    SELECT key, amount FROM totals
    WHERE ${isOf} AND grain = 'day' AND period BETWEEN to_char(${day}, 'YYYY-MM') AND to_char(${day}, 'YYYY-MM-DD')
    UNION ALL
    SELECT key, amount FROM total_deltas WHERE ${isOf} AND day <= ${day}`;
};

/** An expression: the oldest month, `2026-10`, that a measure has rows of. */
export const oldestMonthOf = (measure: string): RawBuilder<string | null> => sql`(
  SELECT min(period) FROM (
    SELECT min(period) AS period FROM totals WHERE measure = ${sql.lit(measure)} AND grain = 'month'
    UNION ALL SELECT to_char(min(day), 'YYYY-MM') FROM total_deltas WHERE measure = ${sql.lit(measure)}
  ) AS months)`;

/** An expression: the oldest month of a range, `2026-10`, that a measure has rows of. */
export const oldestMonthWithin = (measure: string, { from, to }: { from: string; to: string }) => sql<string | null>`(
  SELECT min(period) FROM (
    SELECT min(period) AS period FROM totals
    WHERE measure = ${sql.lit(measure)} AND grain = 'month' AND period BETWEEN ${from} AND ${to}
    UNION ALL
    SELECT min(to_char(day, 'YYYY-MM')) FROM total_deltas
    WHERE measure = ${sql.lit(measure)} AND to_char(day, 'YYYY-MM') BETWEEN ${from} AND ${to}
  ) AS months)`;

/** The counts of a measure by key, in no order; keys without rows are left out. */
export const totalsByKey = async (db: Db, measure: string): Promise<ReadonlyMap<string, number>> => {
  const isOf = sql<SqlBool>`measure = ${sql.lit(measure)}`;
  const { rows } = await sql<{ key: string; count: number }>`
    SELECT key, sum(count)::integer AS count FROM (
      SELECT key, count FROM totals WHERE ${isOf} AND grain = 'all' AND key <> ${sql.lit(ALL_KEYS)}
      UNION ALL SELECT key, count FROM total_deltas WHERE ${isOf}
    ) AS parts GROUP BY key HAVING sum(count) > 0`.execute(db);
  return new Map(rows.map(({ key, count }) => [key, count]));
};
