import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { byCursor } from '#db/list/list-source.ts';
import { withoutTimeLimit } from '#db/time-limit.ts';
import { type Owed, type OwedBy, owedOn } from './owed-sql.repo.ts';

/** Everything that the given drivers owe on a day, the oldest month first. */
export const readOwed = async (db: Db, day: string, by: OwedBy): Promise<Owed[]> =>
  (await owedOn(day, by).execute(db)).rows;

/** Longer than other statements take, since it goes through all drivers and their payments. */
const MOST_SECONDS = 60;

/** As `readOwed`, of all drivers, a batch at a time, so that so many rows do not hold up other calls. */
export const readAllOwed = (db: Db, day: string, by: OwedBy, use: (batch: readonly Owed[]) => void): Promise<void> =>
  withoutTimeLimit(() =>
    db.transaction().execute(async (tx) => {
      await sql`SELECT set_config('statement_timeout', ${`${MOST_SECONDS}s`}, true),
        set_config('cursor_tuple_fraction', '1', true)`.execute(tx);
      for await (const batch of byCursor<Owed>(tx, owedOn(day, by))) use(batch);
    }),
  );

/** The sum of claims that wait, by driver, of all or of these, as text with two decimals; drivers without any are left out. */
export const waitingAmounts = async (db: Db, driverIds?: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ driver_id: string; waiting: string }>`
    SELECT driver_id::text, sum(amount)::text AS waiting FROM payments
    WHERE status = 'submitted' ${driverIds ? sql`AND driver_id = ANY(${driverIds}::bigint[])` : sql``}
    GROUP BY driver_id`.execute(db);
  return new Map(rows.map(({ driver_id, waiting }) => [driver_id, waiting]));
};
