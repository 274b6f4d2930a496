import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';

/**
 * The database in a transaction, which `undo` rolls back: no other test sees what one does there,
 * nor does the app, which has its own connections. Transactions in it, one at a time, become part
 * of it, and what is deferred to the end of a transaction is checked at the end of each.
 */
export const beginUndone = async (db: Db): Promise<{ db: Db; undo: () => Promise<void> }> => {
  const begun = await db.startTransaction().execute();
  const execute = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const done = await work(begun);
    await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(begun);
    await sql`SET CONSTRAINTS ALL DEFERRED`.execute(begun);
    return done;
  };
  const around: Db = new Proxy(begun, {
    get: (target, name) => {
      if (name === 'isTransaction') return false;
      if (name === 'transaction') return () => ({ execute });
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { db: around, undo: () => begun.rollback().execute() };
};
