import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** Days (`2026-11-20`) or months (`2026-11`), the last one included, under a name by which their sums are told apart. */
export type TotalRange = { name: string; grain: 'day' | 'month'; first: string; last: string };

export type RangedTotal = { name: string; measure: string; key: string; count: number; amount: string };

/**
 * Adds up the rows of each measure and key in each of the ranges; sums of nothing are left out. The ranges cost as much
 * as they have days or months, however many rows are counted.
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
