import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { alone } from './alone.ts';
import { type LockPatience, withBoundedLocks } from './bounded-locks.ts';
import type { Db } from './database.ts';
import { refuseChange } from './refuse-change.ts';
import { noteChecksums, noteMigration, pendingMigrations } from './schema-history.ts';

export const MIGRATIONS = join(import.meta.dirname, '../../migrations');

/** Runs a migration and records it in one transaction: a start that is cut off leaves both or nothing. */
const run = (connection: Db, folder: string, name: string): Promise<void> =>
  connection.transaction().execute(async (tx) => {
    await sql.raw(await readFile(join(folder, `${name}.sql`), 'utf8')).execute(tx);
    await noteMigration(tx, folder, name);
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
  const say = (word: string) =>
    console.log(`Change ${number} of ${of} of the database (${name}): ${word} ${seconds()}.`);
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
    const { pending, isNew } = await pendingMigrations(connection, folder);
    for (const [index, name] of pending.entries()) {
      const step = { name, number: index + 1, of: pending.length };
      onStep?.(step);
      const change = () => run(connection, folder, name);
      await saying(!isNew, step, () => withBoundedLocks(db, connection, change, patience));
    }
    const settle = async () => {
      await noteChecksums(connection, folder);
      await seed(connection);
    };
    await withBoundedLocks(db, connection, settle, patience);
  }).catch(refuseChange);
