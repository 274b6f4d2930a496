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

/** The numbered `.sql` files of a folder, named by file name without ending. Each notes its content as it is run. */
const filesOf = (folder: string): MigrationProvider => ({
  getMigrations: async () => {
    const fromFile = (name: string): Migration => ({
      up: async (db) => {
        await sql.raw(await readFile(join(folder, `${name}.sql`), 'utf8')).execute(db);
        await noteChecksums(db, folder, [name]);
      },
    });
    return Object.fromEntries((await migrationsIn(folder)).map((name) => [name, fromFile(name)]));
  },
});

/** A change of the schema under way: its name and its place among those of this start. */
export type SchemaStep = { name: string; number: number; of: number };

type MigrateOptions = {
  patience?: LockPatience;
  /** Hears of each change as it begins. */
  onStep?: (step: SchemaStep) => void;
};

/** Milliseconds after which a change that is still under way is named, and again each time they have passed. */
const STILL_MS = 10_000;

/** Says how long a change took, and of a long one that it goes on, so that nobody takes the start for dead. */
const saying = async (saysAll: boolean, { name, number, of }: SchemaStep, work: () => Promise<void>): Promise<void> => {
  const begun = performance.now();
  const seconds = () => `${((performance.now() - begun) / 1000).toFixed(1)} s`;
  const say = (word: string) => console.log(`Change ${number} of ${of} of the database (${name}): ${word} ${seconds()}.`);
  const still = setInterval(() => say('still running after'), STILL_MS);
  try {
    await work();
  } finally {
    clearInterval(still);
  }
  if (saysAll) say('done in');
};

/**
 * Brings the schema up to date, each migration in a transaction of its own, then runs `seed`, all under a lock that admits
 * one server at a time, with bounded waits for other locks. A start that is cut off keeps the migrations that were done; the
 * next start goes on after them. Throws a migration's own error, having left nothing of that one, and a `StartRefusal` when
 * the schema has another history, or for causes that the operator can mend.
 */
export const migrate = (
  db: Db,
  seed: (db: Db) => Promise<void>,
  folder: string = MIGRATIONS,
  { patience, onStep }: MigrateOptions = {},
): Promise<void> =>
  alone(db, async (connection) => {
    await refuseOtherHistory(connection, folder);
    const migrator = new Migrator({ db: connection, provider: filesOf(folder) });
    const all = await migrator.getMigrations();
    const pending = all.filter(({ executedAt }) => executedAt === undefined);
    const isNew = pending.length === all.length;
    for (const [index, { name }] of pending.entries()) {
      const step = { name, number: index + 1, of: pending.length };
      onStep?.(step);
      const change = async () => {
        const { error } = await migrator.migrateTo(name);
        if (error) throw error;
      };
      await saying(!isNew, step, () => withBoundedLocks(db, connection, change, patience));
    }
    const settle = async () => {
      await noteChecksums(connection, folder);
      await seed(connection);
    };
    await withBoundedLocks(db, connection, settle, patience);
  }).catch(refuseChange);
