import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import { alone } from './alone.ts';
import { type LockPatience, withBoundedLocks } from './bounded-locks.ts';
import type { Db } from './database.ts';
import { refuseChange } from './refuse-change.ts';
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

/**
 * Brings the schema up to date in one transaction, then runs `seed`, both under a lock that admits one server at a
 * time, with bounded waits for other locks. Throws a migration's own error, having left nothing of it, and a
 * `StartRefusal` when the schema has another history, or for causes that the operator can mend.
 */
export const migrate = (
  db: Db,
  seed: (db: Db) => Promise<void>,
  folder: string = MIGRATIONS,
  patience?: LockPatience,
): Promise<void> =>
  alone(db, async (connection) => {
    await refuseOtherHistory(connection, folder);
    const change = async () => {
      const { error } = await new Migrator({ db: connection, provider: filesOf(folder) }).migrateToLatest();
      if (error) throw error;
      await noteChecksums(connection, folder);
      await seed(connection);
    };
    await withBoundedLocks(db, connection, change, patience);
  }).catch(refuseChange);
