import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../database.ts';

/** Which rows are counted: those of any of the measures (`payments:cleared`), of one key (a payment type’s code) or of all. */
export type TotalFilter = { measures: readonly [string, ...string[]]; key?: string | undefined };

export type Grain = 'all' | 'month' | 'day';

/** The key of totals of all keys together. No row is counted by it. */
export const ALL_KEYS = '';

/** A total or a part of one: its period is `all`, `2026-11` or `2026-11-20`. Count and amount may be negative. */
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
 * A relation of all parts of the filter's totals, folded and not, which its reader sums up. To be used in one statement for
 * everything that must agree: between two statements, deltas may be added and folded. Each table has the filter to itself:
 * the planner does not bring one around both to the index.
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
