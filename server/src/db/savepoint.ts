import { sql } from 'kysely';
import type { Tx } from './database.ts';

/** Does work of which nothing is left where it fails, while the transaction goes on; throws what the work throws. */
export const withSavepoint = async <T>(tx: Tx, work: () => Promise<T>): Promise<T> => {
  await sql`SAVEPOINT before_work`.execute(tx);
  try {
    const result = await work();
    await sql`RELEASE SAVEPOINT before_work`.execute(tx);
    return result;
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT before_work`.execute(tx);
    throw error;
  }
};
