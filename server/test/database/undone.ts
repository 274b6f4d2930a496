import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';

/**
 * The database in a transaction, which `undo` rolls back: no other test sees what one does there,
 * nor does the app, which has its own connections. Transactions in it, one at a time, become parts
 * of it. One that fails is taken back alone, and each meets at its end what a commit would check.
 * While one goes on, the database itself refuses: in the product it would be another connection,
 * which does not see what the transaction wrote.
 */
export const beginUndone = async (database: Db): Promise<{ db: Db; undo: () => Promise<void> }> => {
  const whole = await database.startTransaction().execute();
  let isWithin = false;
  const execute = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    isWithin = true;
    await sql`SAVEPOINT part`.execute(whole);
    try {
      const made = await work(whole);
      await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(whole);
      return made;
    } catch (error) {
      await sql`ROLLBACK TO part`.execute(whole);
      throw error;
    } finally {
      isWithin = false;
      await sql`SET CONSTRAINTS ALL DEFERRED`.execute(whole);
      await sql`RELEASE part`.execute(whole);
    }
  };
  const around: Db = new Proxy(whole, {
    get: (target, name) => {
      if (isWithin) throw new Error(`The database was asked (${String(name)}) beside a transaction`);
      if (name === 'isTransaction') return false;
      if (name === 'transaction') return () => ({ execute });
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { db: around, undo: () => whole.rollback().execute() };
};
