import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** A digest of all rows by table, but for tables named: the same when nothing changed. */
export const digestOfAllRows = async (db: Db, apartFrom: readonly string[] = []): Promise<Record<string, string>> => {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`.execute(db);
  // One statement for all tables, since there are many, and their digests are often taken.
  const each = tables
    .filter(({ name }) => !apartFrom.includes(name))
    .map(
      ({ name }) => sql`
      SELECT ${sql.lit(name)} AS name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '')
        AS digest FROM ${sql.table(name)} AS t`,
    );
  const { rows } = await sql<{ name: string; digest: string }>`${sql.join(each, sql` UNION ALL `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
};
