import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db, Tx } from '#db/database.ts';
import { awaitLater } from '#lib/gather.ts';

/**
 * How many statements of this database wait for its oldest open transaction, each for itself or
 * behind another one. What the server does beside the test waits for others, and does not count.
 */
export const countWaiting = async (db: Db): Promise<number> => {
  const { rows } = await sql`
    WITH RECURSIVE sessions AS MATERIALIZED (
      SELECT pid, xact_start, pg_blocking_pids(pid) AS waits_for FROM pg_stat_activity
      WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()),
    holder AS (SELECT pid FROM sessions WHERE xact_start IS NOT NULL ORDER BY xact_start LIMIT 1),
    waiting AS (
      SELECT sessions.pid FROM sessions, holder WHERE holder.pid = ANY(waits_for)
      UNION
      SELECT sessions.pid FROM sessions JOIN waiting ON waiting.pid = ANY(waits_for))
    SELECT FROM waiting`.execute(db);
  return rows.length;
};

/** Does something that ends once so many statements of a call wait for it; gives the answer. */
export const whileHeld = async <T>(
  db: Db,
  { hold, waiting = 1 }: { hold: (tx: Tx) => Promise<unknown>; waiting?: number },
  call: () => Promise<T>,
): Promise<T> => {
  const [isHeld, isWaiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = awaitLater(
    db.transaction().execute(async (tx) => {
      await hold(tx);
      isHeld.resolve();
      await isWaiting.promise;
    }),
  );
  await isHeld.promise;
  const calling = awaitLater(call());
  await expect.poll(() => countWaiting(db)).toBe(waiting);
  isWaiting.resolve();
  await holding;
  return calling;
};
