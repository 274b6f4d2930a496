import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db, Tx } from '#db/database.ts';
import { awaitLater } from '#lib/gather.ts';

/** How many statements of this database wait for another transaction. */
export const countWaiting = async (db: Db): Promise<number> => {
  const { rows } = await sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db);
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
