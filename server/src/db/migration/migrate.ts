import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { StartRefusal } from '#lib/refusal.ts';
import { CONNECTION_FAILURE, withoutTimeLimit } from '../connection/connect.ts';
import { inSession } from '../connection/pooler.ts';
import type { Db } from '../database.ts';
import { type LockPatience, withBoundedLocks } from './bounded-locks.ts';
import { compareSchema, noteChecksums, noteMigration, refuseWhileServing } from './schema-history.ts';

const LOCK_KEY = 7_236_010_115_011;

/** Restores a connection's setting; a lost connection has nothing to restore. */
const takeBack = async (connection: Db, before: 'on' | 'off'): Promise<void> => {
  try {
    await sql`SELECT pg_advisory_unlock(${sql.lit(LOCK_KEY)})`.execute(connection);
    await sql`SET default_transaction_read_only = ${sql.raw(before)}`.execute(connection);
    await sql`RESET statement_timeout`.execute(connection);
    await sql`RESET lock_timeout`.execute(connection);
    await sql`RESET synchronous_commit`.execute(connection);
  } catch (error) {
    if ((error as { code?: string }).code !== CONNECTION_FAILURE) throw error;
  }
};

/** Takes the lock without a time limit: another server may need long for its migration. */
const lock = async (connection: Db): Promise<void> => {
  const { rows } = await sql<{ taken: boolean }>`
    SELECT pg_try_advisory_lock(${sql.lit(LOCK_KEY)}) AS taken`.execute(connection);
  if (rows[0]?.taken) return;
  console.log('Another server brings the database up to date; this one waits for it.');
  await sql`SELECT pg_advisory_lock(${sql.lit(LOCK_KEY)})`.execute(connection);
};

/**
 * Runs `work` on one connection while no other server does the same, without a time limit, and also
 * while the disk is too full for others to write: most starts have nothing to change.
 */
const underMigrationLock = (db: Db, work: (db: Db) => Promise<void>): Promise<void> =>
  inSession(() =>
    withoutTimeLimit(() =>
      db.connection().execute(async (connection) => {
        const { rows } = await sql<{ before: string }>`
        SELECT current_setting('default_transaction_read_only') AS before`.execute(connection);
        const before = rows[0]?.before === 'on' ? 'on' : 'off';
        await sql`SET statement_timeout = 0`.execute(connection);
        await sql`SET default_transaction_read_only = off`.execute(connection);
        await lock(connection);
        try {
          await work(connection);
        } finally {
          await takeBack(connection, before);
        }
      }),
    ),
  );

const DISK_FULL = '53100';
const READ_ONLY = '25006';
const FORBIDDEN = '42501';
/** Failures of a connection, and ends of the server or of a session. */
const AWAY = /^(?:08...|57P..)$/;

const sentence = (code: string, why: string): string | null => {
  if (code === DISK_FULL) {
    return 'The disk of the database is full, and there is something to write before the start: make room';
  }
  if (code === READ_ONLY) return 'The database can only be read, and there is something to write before the start';
  if (code === FORBIDDEN) return `The database’s user may not bring the database up to date: ${why}`;
  if (AWAY.test(code)) return `The database went away while it was brought up to date: ${why}`;
  return null;
};

/** Rethrows a failed schema change, as a `StartRefusal` if the operator can fix the cause. */
const refuseChange = (error: unknown): never => {
  const { code = '', message } = error as { code?: string; message: string };
  const line = sentence(code, message);
  throw line === null ? error : new StartRefusal(line, { cause: error });
};

export const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

/** Runs and records a migration in one transaction: an interrupted start leaves both or nothing. */
const run = (connection: Db, folder: string, name: string): Promise<void> =>
  connection.transaction().execute(async (tx) => {
    await sql.raw(await readFile(join(folder, `${name}.sql`), 'utf8')).execute(tx);
    await noteMigration(tx, folder, name);
  });

/** A change of the schema under way: its name and its place among those of this start. */
export type SchemaStep = { name: string; number: number; of: number };

type MigrateOptions = {
  patience?: LockPatience;
  /** Called as each change begins. */
  onStep?: (step: SchemaStep) => void;
};

/** Each time so many milliseconds have passed, a change that still runs is named. */
const STILL_MS = 10_000;

/** Says how long a change took, and that a long one is still running. */
const reportingProgress = async (
  saysAll: boolean,
  { name, number, of }: SchemaStep,
  work: () => Promise<void>,
): Promise<void> => {
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
 * Brings the schema up to date, each migration in a transaction of its own, then runs `seed`, all
 * under a lock that admits one server at a time, with bounded waits for other locks. A schema of a
 * newer version that this one can live with is left as it is, and not seeded. A start that is cut
 * off keeps the migrations that were done; the next start goes on after them. Throws a migration's
 * own error, having left nothing of that one, and a `StartRefusal` when the schema has another
 * history, or for causes that the operator can mend.
 */
export const migrate = (
  db: Db,
  seed: (db: Db) => Promise<void>,
  folder: string = MIGRATIONS,
  { patience, onStep }: MigrateOptions = {},
): Promise<void> =>
  underMigrationLock(db, async (connection) => {
    const { pending, newer, isNew } = await compareSchema(connection, folder);
    if (newer.length > 0) {
      console.log(`The database is that of a newer version (${newer.at(-1)}), with which this one can work.`);
      return;
    }
    // A crash may take the last changes of a new database away; the next start makes them again.
    if (isNew) await sql`SET synchronous_commit = off`.execute(connection);
    for (const [index, name] of pending.entries()) {
      const step = { name, number: index + 1, of: pending.length };
      onStep?.(step);
      await refuseWhileServing(connection, folder, name);
      const change = () => run(connection, folder, name);
      await reportingProgress(!isNew, step, () => withBoundedLocks(db, connection, change, patience));
    }
    if (isNew) await sql`RESET synchronous_commit`.execute(connection);
    const settle = async () => {
      await noteChecksums(connection, folder);
      await seed(connection);
    };
    await withBoundedLocks(db, connection, settle, patience);
  }).catch(refuseChange);
