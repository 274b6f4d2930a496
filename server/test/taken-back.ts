import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';

/**
 * The database for one test, which takes back all that the test did: its transactions are parts of
 * one that never commits, so the work of a test has to come one after the other, and not over HTTP.
 */
export const openTakenBack = async (database: Db): Promise<{ db: Db; takeBack: () => Promise<void> }> => {
  const whole = await database.startTransaction().execute();
  const execute = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    await sql`SAVEPOINT part`.execute(whole);
    try {
      const made = await work(whole);
      // What a commit would prove.
      await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(whole);
      return made;
    } catch (error) {
      await sql`ROLLBACK TO part`.execute(whole);
      throw error;
    } finally {
      await sql`SET CONSTRAINTS ALL DEFERRED`.execute(whole);
      await sql`RELEASE part`.execute(whole);
    }
  };
  return {
    db: Object.assign(whole, { transaction: () => ({ execute }) }) as Db,
    takeBack: async () => void (await whole.rollback().execute()),
  };
};
