import { sql } from 'kysely';
import type { Db } from '../src/db/database.ts';

/** All totals that are not zero, folded and not, and the sums of their rows, of one snapshot. */
export const readTotals = async (db: Db): Promise<{ kept: string[]; summed: string[] }> => {
  const { rows } = await sql<{ side: 'kept' | 'summed'; total: string }>`
    WITH booked AS (
      SELECT CASE side WHEN 'land' THEN 'land:' ELSE '' END || CASE WHEN entry.amount > 0 THEN 'received' ELSE 'returned' END AS what, mode, type_code, entry.amount, entry.day
      FROM payments JOIN (
        SELECT subject_id, amount, CASE WHEN posted.number <= closes_after THEN posted.day
          ELSE reported_on(posted.day, (posted_at AT TIME ZONE 'UTC')::date) END AS day
        FROM ledger_head, ledger_entries AS posted JOIN ledger_postings ON entry = posted.number
        WHERE kind = 'payment' AND account IN ('1000', '1010', '1020', '2010')
      ) AS entry ON subject_id = payments.id
    ), periods AS (
      SELECT day, grain, CASE grain WHEN 'all' THEN 'all' WHEN 'month' THEN to_char(day, 'YYYY-MM') ELSE day::text END AS period
      FROM (SELECT day FROM total_deltas UNION SELECT transaction_date FROM payments UNION SELECT registered_on FROM drivers
        UNION SELECT day FROM ledger_postings UNION SELECT day FROM booked) AS d
      CROSS JOIN (VALUES ('all'), ('month'), ('day')) AS grains (grain)
    ), kept AS (
      SELECT measure || ' ' || key || ' ' || grain || ' ' || period AS name, count, amount FROM totals
      UNION ALL
      SELECT measure || ' ' || total_key || ' ' || grain || ' ' || period, count, amount
      FROM total_deltas JOIN periods USING (day) CROSS JOIN LATERAL (VALUES (key), ('')) AS keys (total_key)
    ), summed AS (
      SELECT CASE side WHEN 'land' THEN 'land:' ELSE 'payments:' END || status || ' ' || total_key || ' ' || grain || ' ' || periods.period AS name, 1 AS count, amount
      FROM payments JOIN periods ON day = transaction_date CROSS JOIN LATERAL (VALUES (type_code), ('')) AS keys (total_key)
      UNION ALL
      SELECT CASE side WHEN 'land' THEN 'land:' ELSE 'payments:' END || status || ':' || mode || ' ' || total_key || ' ' || grain || ' ' || periods.period, 1, amount
      FROM payments JOIN periods ON day = transaction_date CROSS JOIN LATERAL (VALUES (type_code), ('')) AS keys (total_key)
      UNION ALL
      SELECT measure || ' ' || total_key || ' ' || grain || ' ' || period, 1, amount
      FROM booked JOIN periods USING (day) CROSS JOIN LATERAL (VALUES (type_code), ('')) AS keys (total_key)
      CROSS JOIN LATERAL (VALUES (what), (what || ':' || mode)) AS measures (measure)
      UNION ALL
      SELECT 'ledger ' || total_key || ' ' || grain || ' ' || periods.period, 1, amount
      FROM ledger_postings JOIN periods USING (day) CROSS JOIN LATERAL (VALUES (account), ('')) AS keys (total_key)
      UNION ALL
      SELECT 'drivers ' || total_key || ' ' || grain || ' ' || period, 1, 0
      FROM drivers JOIN periods ON day = registered_on CROSS JOIN (VALUES ('current'), ('')) AS keys (total_key)
      WHERE removed_at IS NULL
    ), both_sides AS (
      SELECT 'kept' AS side, name, sum(count) AS count, sum(amount) AS amount FROM kept GROUP BY name
      UNION ALL SELECT 'summed', name, sum(count), sum(amount) FROM summed GROUP BY name
    )
    SELECT side, name || ': ' || count || ' of ' || amount::numeric(20, 2) AS total FROM both_sides
    WHERE count <> 0 OR amount <> 0 ORDER BY name`.execute(db);
  const of = (side: 'kept' | 'summed') => rows.filter((row) => row.side === side).map(({ total }) => total);
  return { kept: of('kept'), summed: of('summed') };
};
