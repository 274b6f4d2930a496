import { sql } from 'kysely';
import type { Db, Tx } from './database.ts';
import { withoutTimeLimit } from './time-limit.ts';

/** Does work in a transaction whose statements may take as long as they need: counting millions of rows takes longer than a call may. */
export const unhurried = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withoutTimeLimit(() =>
    db.transaction().execute(async (tx) => {
      await sql`SET LOCAL statement_timeout = 0`.execute(tx);
      return work(tx);
    }),
  );
