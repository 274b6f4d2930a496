import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { SUPERUSER } from '../../src/db/cluster/make-cluster.ts';
import type { Db } from '../../src/db/database.ts';

type Table = { name: string; columns: string };

/** The tables of the database, each with its columns that are not computed. */
const tablesOf = async (client: pg.Client): Promise<Table[]> => {
  const { rows } = await client.query<Table>(`
    SELECT relname AS name, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' GROUP BY relname ORDER BY relname`);
  return rows;
};

/**
 * Keeps the rows of a test's own database and its time as they are, and gives what puts them back:
 * tests that look at all rows of a table share a database so, and none sees what another one did.
 * IDs that sequences gave are not given again, and changes of the schema stay.
 */
export const keepAsIs = async ({ db, clock }: { db: Db; clock?: { now: Date } }): Promise<() => Promise<void>> => {
  const now = clock?.now;
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(db);
  const client = new pg.Client({ host: inject('socketDir'), user: SUPERUSER, database: rows[0]?.name ?? '' });
  // It ends with its database, which is dropped under it.
  client.on('error', () => {});
  await client.connect();
  // The rows alone are put back: no trigger counts or refuses them.
  await client.query('SET session_replication_role = replica; CREATE SCHEMA kept');
  const statements: string[] = [];
  for (const { name, columns } of await tablesOf(client)) {
    const [table, copy] = [`public.${pg.escapeIdentifier(name)}`, `kept.${pg.escapeIdentifier(name)}`];
    statements.push(`DELETE FROM ${table}`);
    if ((await client.query(`SELECT FROM ${table} LIMIT 1`)).rows.length === 0) continue;
    await client.query(`CREATE UNLOGGED TABLE ${copy} AS SELECT ${columns} FROM ${table}`);
    statements.push(`INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${copy}`);
  }
  const all = statements.join(';\n');
  return async () => {
    await client.query(all);
    if (clock && now) clock.now = now;
  };
};
