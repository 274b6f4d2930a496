import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Resolves when the database answers. */
export const ping = async (db: Db): Promise<void> => {
  await sql`SELECT 1`.execute(db);
};
