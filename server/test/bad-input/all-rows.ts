import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** A digest of every row of every table, by table: the same before and after when nothing changed. */
export const digestOfAllRows = async (db: Db): Promise<Record<string, string>> => {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`.execute(db);
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ digest: string }>`
      SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS digest
      FROM ${sql.table(name)} AS t`.execute(db);
    digests[name] = rows[0]?.digest ?? '';
  }
  return digests;
};
