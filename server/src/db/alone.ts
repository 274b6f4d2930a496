import { sql } from 'kysely';
import { CONNECTION_FAILURE } from './connect.ts';
import type { Db } from './database.ts';
import { withoutTimeLimit } from './time-limit.ts';

const LOCK_KEY = 7_236_010_115_011;

/**
 * Restores a connection's setting. A lost connection has nothing to restore, and the first error says why it was lost.
 */
const takeBack = async (connection: Db, before: 'on' | 'off'): Promise<void> => {
  try {
    await sql`SELECT pg_advisory_unlock(${sql.lit(LOCK_KEY)})`.execute(connection);
    await sql`SET default_transaction_read_only = ${sql.raw(before)}`.execute(connection);
    await sql`RESET statement_timeout`.execute(connection);
    await sql`RESET lock_timeout`.execute(connection);
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
 * Runs `work` on one connection while no other server does the same, without a time limit, and also while the disk is
 * too full for others to write: most starts have nothing to change.
 */
export const alone = (db: Db, work: (db: Db) => Promise<void>): Promise<void> =>
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
  );
