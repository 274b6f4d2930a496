import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import type { Db } from './database.ts';
import { splitStatements } from './split-statements.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');

const fromFile = async (name: string): Promise<Migration> => {
  const statements = splitStatements(await readFile(join(FOLDER, name), 'utf8'));
  return {
    up: async (db) => {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
};

/** The numbered `.sql` files of `migrations/`, named by file name without ending. */
const provider: MigrationProvider = {
  getMigrations: async () => {
    const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
    const migrations = await Promise.all(
      names.map(async (name) => [name.replace('.sql', ''), await fromFile(name)] as const),
    );
    return Object.fromEntries(migrations);
  },
};

/** Brings the schema up to date, once, under a lock; throws when it cannot or when the schema is a newer one. */
export const migrate = async (db: Db): Promise<void> => {
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
};
