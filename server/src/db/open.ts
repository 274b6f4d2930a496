import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db, Tables } from './database.ts';

/** A database that is ready, and what closes it after the last query. */
export type OpenDatabase = { db: Db; close: () => Promise<void> };

/** PostgreSQL 15 or newer. Days and bigints come as text, which is how the contract has them. */
export const openPostgres = (url: string): OpenDatabase => {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.DATE, (text: string) => text);
  const pool = new pg.Pool({ connectionString: url, max: 16, types });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, close: () => db.destroy() };
};

const DATE_OID = 1082;
const INT8_OID = 20;

/** The embedded engine on an instance of it. Types come out as they do from PostgreSQL. */
export const fromPglite = (pglite: PGlite): OpenDatabase => {
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
  return { db, close: () => db.destroy() };
};

export const pgliteParsers = { [DATE_OID]: (text: string) => text, [INT8_OID]: (text: string) => text };
