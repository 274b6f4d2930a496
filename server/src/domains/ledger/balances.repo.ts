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
