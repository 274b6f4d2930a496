import { sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { SUPERUSER } from '../../src/db/cluster/make-cluster.ts';
import type { Db } from '../../src/db/database.ts';

/**
 * Copies the rows of all tables, and makes a function that puts them back. Most seeded tables stay
 * as they were seeded, and are left alone: none of their rows is newer, and none is gone.
 */
const KEEP = `DO $keep$
  DECLARE
    one record;
    stored record;
    statements text := '';
  BEGIN
    FOR one IN
      SELECT relname AS name, string_agg(quote_ident(attname), ', ' ORDER BY attnum) AS columns FROM pg_class
      JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' GROUP BY relname
    LOOP
      EXECUTE format('SELECT count(*), max(xmin::text::bigint) AS latest FROM public.%I', one.name) INTO stored;
      IF stored.count = 0 THEN
        statements := statements || format('DELETE FROM public.%I;', one.name);
        CONTINUE;
      END IF;
      EXECUTE format('CREATE TEMPORARY TABLE %I AS SELECT %s FROM public.%1$I', one.name, one.columns);
      statements := statements || format('
        IF (SELECT count(*) <> %s OR max(xmin::text::bigint) > %s FROM public.%I) THEN
          DELETE FROM public.%3$I;
          INSERT INTO public.%3$I (%s) OVERRIDING SYSTEM VALUE SELECT %4$s FROM pg_temp.%3$I;
        END IF;', stored.count, stored.latest, one.name, one.columns);
    END LOOP;
    EXECUTE 'CREATE FUNCTION pg_temp.put_back() RETURNS void LANGUAGE plpgsql AS $back$ BEGIN '
      || statements || ' END $back$';
  END $keep$`;

/**
 * Copies all rows of a test's database and its clock's time; returns a function that restores both.
 * So tests that look at all rows of a table share a database, and none sees what another one did.
 * Sequences and changes of the schema stay as they are.
 */
export const keepAsIs = async ({ db, clock }: { db: Db; clock?: { now: Date } }): Promise<() => Promise<void>> => {
  const now = clock?.now;
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(db);
  const client = new pg.Client({ host: inject('socketDir'), user: SUPERUSER, database: rows[0]?.name ?? '' });
  // It ends with its database, which is dropped under it.
  client.on('error', () => {});
  await client.connect();
  // The rows alone are put back: no trigger counts or refuses them.
  await client.query('SET session_replication_role = replica');
  await client.query(KEEP);
  return async () => {
    await client.query('SELECT pg_temp.put_back()');
    if (clock && now) clock.now = now;
  };
};
