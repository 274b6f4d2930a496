import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** The tables of which any row has the text. */
export const tablesWith = async (db: Db, text: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(db);
  const found: string[] = [];
  for (const { name } of rows) {
    const hit = await sql`SELECT 1 FROM ${sql.table(name)} AS row WHERE strpos(row::text, ${text}) > 0 LIMIT 1`.execute(
      db,
    );
    if (hit.rows.length > 0) found.push(name);
  }
  return found.sort();
};
