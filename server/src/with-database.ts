import type { Db } from '#db/database.ts';
import { openPool } from '#db/open-postgres.ts';
import { reachDatabase } from '#db/reach.ts';
import type { Config } from './config.ts';

/** Does something in the database beside a server that may be running. Throws a `StartRefusal` where there is none. */
export const withDatabase = async <T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> => {
  const { connection, close } = await reachDatabase(config);
  const pool = openPool(connection);
  try {
    return await work(pool.db);
  } finally {
    await pool.close();
    await close();
  }
};
