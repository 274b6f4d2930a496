import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** How many statements of this database wait for another transaction. */
export const countWaiting = async (db: Db): Promise<number> => {
  const { rows } = await sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
  return rows.length;
};
