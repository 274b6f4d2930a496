import { openPool } from '#db/connection/open-postgres.ts';
import { connectAsOperator } from '#db/connection/operator-connection.ts';
import type { Db } from '#db/database.ts';
import { fromDatabase } from '#lib/database-trouble.ts';
import { StartRefusal } from '#lib/refusal.ts';
import type { Config } from './config.ts';

const OPERATOR_CAN_FIX = ['storage_full', 'storage_failed', 'busy'];

/** Describes disk and connection failures to the operator; other errors stay as they are. */
export const forOperator = (error: unknown): unknown => {
  const refusal = error instanceof Error ? fromDatabase(error) : null;
  if (refusal === null || !OPERATOR_CAN_FIX.includes(refusal.code)) return error;
  return new StartRefusal(refusal.message, { cause: error });
};

/** Works in the database beside a running server. Throws a `StartRefusal` if there is none. */
export const withDatabase = async <T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> => {
  const { connection, close } = await connectAsOperator(config);
  const pool = openPool(connection);
  try {
    return await work(pool.db);
  } catch (error) {
    throw forOperator(error);
  } finally {
    await pool.close();
    await close();
  }
};
