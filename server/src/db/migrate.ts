import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { StartRefusal } from '#lib/start-refusal.ts';
import { CONNECTION_FAILURE } from './connect.ts';
import type { Db } from './database.ts';
import { migrationsIn, noteChecksums, refuseOtherHistory } from './schema-history.ts';

export const MIGRATIONS = join(import.meta.dirname, '../../migrations');

const fromFile = async (file: string): Promise<Migration> => {
  const script = await readFile(file, 'utf8');
  return {
    up: async (db) => {
      await sql.raw(script).execute(db);
    },
  };
};

/** The numbered `.sql` files of a folder, named by file name without ending. */
const filesOf = (folder: string): MigrationProvider => ({
  getMigrations: async () => {
    const names = await migrationsIn(folder);
    const migrations = await Promise.all(
      names.map(async (name) => [name, await fromFile(join(folder, `${name}.sql`))] as const),
    );
    return Object.fromEntries(migrations);
  },
});

const LOCK_KEY = 7_236_010_115_011;

/** Leaves a connection as it was. One that was lost has nothing to take back, and the first error says why. */
const takeBack = async (connection: Db, before: 'on' | 'off'): Promise<void> => {
  try {
    await sql`SELECT pg_advisory_unlock(${sql.lit(LOCK_KEY)})`.execute(connection);
    await sql`SET default_transaction_read_only = ${sql.raw(before)}`.execute(connection);
    await sql`RESET statement_timeout`.execute(connection);
  } catch (error) {
    if ((error as { code?: string }).code !== CONNECTION_FAILURE) throw error;
  }
};

/**
 * Runs `work` on one connection while no other server does the same, however long it takes, and also while the disk is too
 * full for others to write: most starts have nothing to change.
 */
const alone = async (db: Db, work: (db: Db) => Promise<void>): Promise<void> =>
  db.connection().execute(async (connection) => {
    const { rows } = await sql<{ before: string }>`
      SELECT current_setting('default_transaction_read_only') AS before`.execute(connection);
    const before = rows[0]?.before === 'on' ? 'on' : 'off';
    await sql`SET statement_timeout = 0`.execute(connection);
    await sql`SET default_transaction_read_only = off`.execute(connection);
    await sql`SELECT pg_advisory_lock(${sql.lit(LOCK_KEY)})`.execute(connection);
    try {
      await work(connection);
    } finally {
      await takeBack(connection, before);
    }
  });

const DISK_FULL = '53100';

/** Throws what a change of the schema failed with; a full disk is something that the operator can mend. */
const refuse = (error: unknown): never => {
  if ((error as { code?: string }).code !== DISK_FULL) throw error;
  throw new StartRefusal(
    'The disk of the database is full, and there is something to write before the start: make room',
    {
      cause: error,
    },
  );
};

/**
 * Brings the schema up to date in one transaction, then runs `seed`, both under a lock that lets one server at a time do
 * so. Throws what a migration failed with, having left nothing of it, and a `StartRefusal` when the
 * schema has another history.
 */
export const migrate = (db: Db, seed: (db: Db) => Promise<void>, folder: string = MIGRATIONS): Promise<void> =>
  alone(db, async (connection) => {
    await refuseOtherHistory(connection, folder);
    const { error } = await new Migrator({ db: connection, provider: filesOf(folder) }).migrateToLatest();
    if (error) refuse(error);
    await noteChecksums(connection, folder).catch(refuse);
    await seed(connection).catch(refuse);
  });
