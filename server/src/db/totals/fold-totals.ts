import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { ALL_KEYS } from './read-totals.ts';

/** The advisory lock for changing `totals`: a fold tries for it, a rebuild waits for it. */
export const TOTALS_LOCK = 7_236_010_115_017;

/**
 * Joined to rows with a `key` and a `day`: the totals that each counts in, as `total_key`, `grain`
 * and `period`. They are those of its key and of all keys, in all and of its month and day.
 */
export const COUNTED_IN = sql`
  CROSS JOIN LATERAL (VALUES (key), (${sql.lit(ALL_KEYS)})) AS keys (total_key)
  CROSS JOIN LATERAL (VALUES
    ('all', 'all'), ('month', to_char(day, 'YYYY-MM')), ('day', to_char(day, 'YYYY-MM-DD'))
  ) AS periods (grain, period)`;

/**
 * Moves all deltas into the totals and gives their number; none while another fold or a rebuild
 * runs. One statement, so that a failure half-way leaves everything as it was, and a reader sees
 * each delta in one of the two places.
 */
export const foldTotals = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ folded: string }>`
    WITH taken AS (
      DELETE FROM total_deltas WHERE (SELECT pg_try_advisory_xact_lock(${sql.lit(TOTALS_LOCK)}))
      RETURNING measure, key, day, count, amount
    ), folded AS (
      INSERT INTO totals AS kept (measure, key, grain, period, count, amount)
      SELECT measure, total_key, grain, period, sum(count), sum(amount)
      FROM taken ${COUNTED_IN}
      GROUP BY measure, total_key, grain, period
      HAVING sum(count) <> 0 OR sum(amount) <> 0
      ORDER BY measure, total_key, grain, period
      ON CONFLICT (measure, key, grain, period)
        DO UPDATE SET count = kept.count + excluded.count, amount = kept.amount + excluded.amount
    )
    SELECT count(*) AS folded FROM taken`.execute(db);
  return Number(rows[0]?.folded);
};

/** True while there is something to fold. */
export const hasDeltas = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`SELECT EXISTS (SELECT FROM total_deltas) AS found`.execute(db);
  return rows[0]?.found ?? false;
};

/**
 * Makes the places of folded deltas free for new ones, so that readers do not go through more and
 * more of them. Pages are not given back, which would take a lock that keeps everybody waiting.
 */
export const vacuumDeltas = async (db: Db): Promise<void> => {
  await sql`VACUUM (TRUNCATE false) total_deltas`.execute(db);
};
