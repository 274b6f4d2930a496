import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** The drivers of the `limit` oldest claims of `day` or before that still wait, each once. */
const driversOfOldClaims = async (tx: Tx, day: string, limit: number): Promise<string[]> => {
  const rows = await tx
    .selectFrom('payments')
    .select('driver_id')
    .where('status', '=', 'submitted')
    .where('waiting_since', '<=', day)
    .where('has_transfer', '=', false)
    .orderBy('waiting_since')
    .orderBy('id')
    .limit(limit)
    .execute();
  return [...new Set(rows.map((row) => row.driver_id))];
};

/** The ids of all the old claims of the drivers of the `limit` oldest: whole drivers, so that each hears of theirs at once. */
export const idsOfOldClaims = async (tx: Tx, { day, limit }: { day: string; limit: number }): Promise<string[]> => {
  const drivers = await driversOfOldClaims(tx, day, limit);
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM payments
    WHERE driver_id = ANY(${drivers}::bigint[]) AND waiting_since <= ${day} AND status = 'submitted'
      AND NOT has_transfer`.execute(tx);
  return rows.map(({ id }) => id);
};
