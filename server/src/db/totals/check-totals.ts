import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { withoutTimeLimit } from '../connection/connect.ts';
import type { Db, Tx } from '../database.ts';
import { COUNTED_IN, TOTALS_LOCK } from './fold-totals.ts';
import { ALL_KEYS } from './read-totals.ts';

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

type Compared = {
  /** Counted rows of each measure, key and day, as `countedRows` gives them. */
  counted: RawBuilder<unknown>;
  /** The condition on deltas, and that on totals. */
  deltas: RawBuilder<SqlBool>;
  totals: RawBuilder<SqlBool>;
  /** The condition on the grains that are compared. */
  grains: RawBuilder<SqlBool>;
};

/** A query of differences: what is counted by day, against what is folded and what is not. */
const differencesOf = ({ counted, deltas, totals, grains }: Compared): RawBuilder<TotalDifference> =>
  sql<TotalDifference>`
  SELECT measure, key, grain, period, sum(counted)::bigint AS counted, sum(counted_amount)::numeric(20, 2) AS counted_amount,
    sum(kept)::bigint AS kept, sum(kept_amount)::numeric(20, 2) AS kept_amount
  FROM (
    SELECT measure, total_key AS key, grain, period COLLATE "C" AS period, counted, counted_amount, kept, kept_amount
    FROM (
      ${counted}
      UNION ALL SELECT measure, key, day, 0, 0.00, count, amount FROM total_deltas WHERE ${deltas}
    ) AS days ${COUNTED_IN}
    WHERE ${grains}
    UNION ALL SELECT measure, key, grain, period, 0, 0.00, count, amount FROM totals WHERE ${totals}
  ) AS both_sides
  GROUP BY measure, key, grain, period
  HAVING sum(counted) <> sum(kept) OR sum(counted_amount) <> sum(kept_amount)`;

const differences = (definitions: readonly CountedRows[]): RawBuilder<TotalDifference> =>
  differencesOf({
    counted: sql.join(definitions.map(countedRows), sql` UNION ALL `),
    ...{ deltas: sql`true`, totals: sql`true`, grains: sql`true` },
  });

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

/** The first is the most exact: sums of one key before those of all, and days before months. */
const DAYS_FIRST = sql`ORDER BY key = ${sql.lit(ALL_KEYS)}, grain = 'month', period, measure, key`;

/** The condition that a total's period is in a month, `2026-11`, by day or by month. */
const isInMonth = (month: string): RawBuilder<SqlBool> => sql<SqlBool>`((grain = 'month' AND period = ${month})
      OR (grain = 'day' AND period BETWEEN ${month} AND ${`${month}-31`}))`;

/** A measure's rows of a month, `2026-11`, added up by `key` and `day` as `count` and `amount`. */
type MonthOfRows = { measure: string; month: string; rows: RawBuilder<unknown> };

/**
 * Recounts a month of a measure and gives its totals that differ, of days and of the month. In one
 * statement, so that it is right while others write; it costs what the month has rows.
 */
export const checkMonthTotals = async (db: Db, { measure, month, rows }: MonthOfRows): Promise<TotalDifference[]> => {
  const isOf = sql`measure = ${sql.lit(measure)}`;
  const found = differencesOf({
    counted: sql`
      SELECT ${sql.lit(measure)} COLLATE "C" AS measure, key COLLATE "C" AS key, day, count AS counted,
        amount::numeric(20, 2) AS counted_amount, 0 AS kept, 0.00 AS kept_amount FROM (${rows}) AS rows`,
    deltas: sql`${isOf} AND to_char(day, 'YYYY-MM') = ${month}`,
    totals: sql`${isOf} AND ${isInMonth(month)}`,
    grains: sql`grain <> 'all'`,
  });
  return (await sql<TotalDifference>`${found} ${DAYS_FIRST}`.execute(db)).rows;
};

type MonthOfDefinition = {
  /** The name among the totals' definitions, and all measures that it counts in. */
  definition: string;
  measures: readonly string[];
  month: string;
  /** Rows of its table: at least those that count in the month. */
  source: RawBuilder<unknown>;
};

/** The same, of rows that the totals' own definition counts. */
export const checkMonthOfDefinition = async (
  tx: Tx,
  { definition, measures, month, source }: MonthOfDefinition,
): Promise<TotalDifference[]> => {
  const { rows } = await sql<CountedRows>`
    SELECT total_rows(definition, 'month_rows') AS rows FROM total_definitions AS definition
    WHERE name = ${definition}`.execute(tx);
  const isOf = sql<SqlBool>`measure = ANY(${measures}::text[])`;
  const inMonth = sql<SqlBool>`to_char(day, 'YYYY-MM') = ${month}`;
  const found = differencesOf({
    counted: sql`SELECT * FROM (${sql.join(rows.map(countedRows), sql` UNION ALL `)}) AS counted_rows WHERE ${inMonth}`,
    deltas: sql`${isOf} AND ${inMonth}`,
    totals: sql`${isOf} AND ${isInMonth(month)}`,
    grains: sql`grain <> 'all'`,
  });
  const asked = sql<TotalDifference>`
    WITH month_rows AS MATERIALIZED (${source}) ${found} ${DAYS_FIRST}`;
  return (await asked.execute(tx)).rows;
};

/** The first later month, `2026-11`, with totals or deltas of a measure; null after the last. */
export const nextMonthOfTotals = (measure: string, month: string): RawBuilder<string | null> => sql`(
  SELECT min(period) FROM (
    SELECT min(period) AS period FROM totals
    WHERE measure = ${sql.lit(measure)} AND grain IN ('month', 'day') AND period > ${`${month}-31`}
    UNION ALL
    SELECT min(to_char(day, 'YYYY-MM')) FROM total_deltas
    WHERE measure = ${sql.lit(measure)} AND to_char(day, 'YYYY-MM') > ${month}
  ) AS months)`;

/** The first later month that any of the measures has totals or deltas of. */
export const nextMonthOfMeasures = async (
  db: Db,
  measures: readonly string[],
  month: string,
): Promise<string | null> => {
  const months = measures.map((measure) => nextMonthOfTotals(measure, month));
  const { rows } = await sql<{ month: string | null }>`SELECT least(${sql.join(months)}) AS month`.execute(db);
  return rows[0]?.month?.slice(0, 7) ?? null;
};

/**
 * The whole sums of a measure that are not the sums of its months, by key. Deltas count in both, so
 * they are left out.
 */
export const checkWholeTotals = async (
  db: Db,
  measure: string,
): Promise<{ key: string; kept: string; months: string }[]> => {
  const { rows } = await sql<{ key: string; kept: string; months: string }>`
    SELECT key, coalesce(sum(amount) FILTER (WHERE grain = 'all'), 0)::numeric(20, 2)::text AS kept,
      coalesce(sum(amount) FILTER (WHERE grain = 'month'), 0)::numeric(20, 2)::text AS months
    FROM totals WHERE measure = ${sql.lit(measure)} AND grain IN ('all', 'month')
    GROUP BY key
    HAVING coalesce(sum(amount) FILTER (WHERE grain = 'all'), 0) <> coalesce(sum(amount) FILTER (WHERE grain = 'month'), 0)
      OR coalesce(sum(count) FILTER (WHERE grain = 'all'), 0) <> coalesce(sum(count) FILTER (WHERE grain = 'month'), 0)
    ORDER BY totals.key`.execute(db);
  return rows;
};
