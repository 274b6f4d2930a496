import { type RawBuilder, sql } from 'kysely';
import { withoutTimeLimit } from '../connection/connect.ts';
import type { Db, Tx } from '../database.ts';
import { COUNTED_IN, TOTALS_LOCK } from './fold-totals.ts';

/** Works without a statement limit: counting millions of rows takes longer than a call may. */
const withoutStatementLimit = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withoutTimeLimit(() =>
    db.transaction().execute(async (tx) => {
      await sql`SET LOCAL statement_timeout = 0`.execute(tx);
      return work(tx);
    }),
  );

/** A total that is not the sum of its rows: count and amount as they are summed, and as kept. */
export type TotalDifference = {
  measure: string;
  /** Empty for the total of all keys. */
  key: string;
  grain: 'all' | 'month' | 'day';
  period: string;
  counted: string;
  counted_amount: string;
  kept: string;
  kept_amount: string;
};

type CountedRows = { rows: string };

const countedRows = ({ rows }: CountedRows): RawBuilder<unknown> =>
  sql.raw(`
  SELECT measure COLLATE "C" AS measure, key COLLATE "C" AS key, day,
    count(*) AS counted, sum(amount)::numeric(20, 2) AS counted_amount, 0 AS kept, 0.00 AS kept_amount
  FROM (${rows}) AS rows GROUP BY 1, 2, 3`);

/** A query of all differences: what is counted by day, against what is folded and what is not. */
const differences = (definitions: readonly CountedRows[]): RawBuilder<TotalDifference> => sql<TotalDifference>`
  SELECT measure, key, grain, period, sum(counted)::bigint AS counted, sum(counted_amount)::numeric(20, 2) AS counted_amount,
    sum(kept)::bigint AS kept, sum(kept_amount)::numeric(20, 2) AS kept_amount
  FROM (
    SELECT measure, total_key AS key, grain, period COLLATE "C" AS period, counted, counted_amount, kept, kept_amount
    FROM (
      ${sql.join(definitions.map(countedRows), sql` UNION ALL `)}
      UNION ALL SELECT measure, key, day, 0, 0.00, count, amount FROM total_deltas
    ) AS days ${COUNTED_IN}
    UNION ALL SELECT measure, key, grain, period, 0, 0.00, count, amount FROM totals
  ) AS both_sides
  GROUP BY measure, key, grain, period
  HAVING sum(counted) <> sum(kept) OR sum(counted_amount) <> sum(kept_amount)`;

const readDefinitions = async (tx: Tx): Promise<CountedRows[]> =>
  (
    await sql<CountedRows>`
      SELECT total_rows(definition, source) AS rows FROM total_definitions AS definition ORDER BY name`.execute(tx)
  ).rows;

/**
 * Recounts all rows and gives each total that differs, by measure, key, grain and period. One
 * statement, so that it is right while others write.
 */
export const checkTotals = (db: Db): Promise<TotalDifference[]> =>
  withoutStatementLimit(db, async (tx) => {
    const found = differences(await readDefinitions(tx));
    return (await sql<TotalDifference>`${found} ORDER BY measure, key, grain, period`.execute(tx)).rows;
  });

/**
 * Recounts all rows, corrects the totals and gives the number of changes. Safe while others write:
 * it locks folds out, and a transaction that ends later adds its own rows and deltas.
 */
export const rebuildTotals = (db: Db): Promise<number> =>
  withoutStatementLimit(db, async (tx) => {
    const definitions = await readDefinitions(tx);
    // Before the statement below takes its snapshot; waits for a fold that is under way.
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(TOTALS_LOCK)})`.execute(tx);
    const { numAffectedRows } = await sql`
      INSERT INTO totals AS kept (measure, key, grain, period, count, amount)
      SELECT measure, key, grain, period, counted - kept, counted_amount - kept_amount
      FROM (${differences(definitions)}) AS missing
      ON CONFLICT (measure, key, grain, period)
        DO UPDATE SET count = kept.count + excluded.count, amount = kept.amount + excluded.amount`.execute(tx);
    return Number(numAffectedRows ?? 0);
  });
