import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';

/**
 * The database in a transaction, which `undo` rolls back: no other test sees what one does there,
 * nor does the app, which has its own connections. Transactions in it, one at a time, become parts
 * of it. One that fails is taken back alone, and each meets at its end what a commit would check.
 */
export const beginUndone = async (database: Db): Promise<{ db: Db; undo: () => Promise<void> }> => {
  const whole = await database.startTransaction().execute();
  const execute = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    await sql`SAVEPOINT part`.execute(whole);
    try {
      const made = await work(whole);
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
  const around: Db = new Proxy(whole, {
    get: (target, name) => {
      if (name === 'isTransaction') return false;
      if (name === 'transaction') return () => ({ execute });
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { db: around, undo: () => whole.rollback().execute() };
};
