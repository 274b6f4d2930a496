import { toPesewas } from '@banbo/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { ALL_KEYS, partsThrough } from '#db/totals/read-totals.ts';

/** An expression: an account's balance at the end of a day, debits less credits. */
export const balanceThrough = (account: string, day: RawBuilder<unknown>): RawBuilder<string> => sql`(
  SELECT coalesce(sum(amount), 0)::numeric(20, 2)
  FROM (${partsThrough({ measure: 'ledger', day, keys: sql`key = ${account}` })}) AS parts)`;

/** Each account's balance in pesewas at the end of each of the days, debits less credits. */
export const balancesOn = async <Day extends string>(
  db: Db,
  days: readonly Day[],
): Promise<ReadonlyMap<Day, ReadonlyMap<string, bigint>>> => {
  const { rows } = await sql<{ day: Day; key: string; amount: string }>`
    SELECT asked.day, key, sum(amount)::numeric(20, 2)::text AS amount
    FROM unnest(${days}::date[]) AS asked (day)
    CROSS JOIN LATERAL (${partsThrough({ measure: 'ledger', day: sql`asked.day`, keys: sql`key <> ${sql.lit(ALL_KEYS)}` })}) AS parts
    GROUP BY asked.day, key`.execute(db);
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return new Map(
    days.map((day) => [day, new Map((byDay.get(day) ?? []).map(({ key, amount }) => [key, toPesewas(amount)]))]),
  );
};

/** Pesewas that the closing of a year, or its reversal, moved on an account, debits positive. */
export type YearEndLine = { account: string; day: string; pesewas: bigint };

/** The lines of all closings of years and of their reversals: some for each year. */
export const yearEndLines = async (db: Db): Promise<YearEndLine[]> => {
  const { rows } = await sql<{ account: string; day: string; amount: string }>`
    WITH closings AS (
      SELECT number, day FROM ledger_entries WHERE kind = 'year end' AND reverses IS NULL
    ), entries AS (
      SELECT number, day FROM closings
      UNION ALL
      SELECT entry.number, entry.day FROM closings JOIN ledger_entries AS entry ON entry.reverses = closings.number
    )
    SELECT account, entries.day, sum(amount)::text AS amount
    FROM entries JOIN ledger_postings ON entry = number GROUP BY account, entries.day`.execute(db);
  return rows.map(({ account, day, amount }) => ({ account, day, pesewas: toPesewas(amount) }));
};
