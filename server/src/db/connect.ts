import pg from 'pg';

/** SQLSTATE: the client was unable to establish a connection. */
const UNABLE_TO_CONNECT = '08001';
/** SQLSTATE: the connection failed. */
export const CONNECTION_FAILURE = '08006';

const withCode = (error: unknown, code: string): Error => {
  // Where a name has two addresses, the error has a code but no message.
  const { message, code: cause } = error as { message?: string; code?: string };
  return Object.assign(new Error(message || cause, { cause: error }), { code });
};

/**
 * A connection of the pool. When there is none to be had, in time or at all, the error has the code 08001, whatever it was
 * that failed, and says in its message what that was.
 */
export const connect = async (pool: pg.Pool): Promise<pg.PoolClient> => {
  try {
    return await pool.connect();
  } catch (error) {
    throw withCode(error, UNABLE_TO_CONNECT);
  }
};

/**
 * Runs a query. An error of the connection gets the code 08006; PostgreSQL's own, and those of values that cannot be sent,
 * stay as they are.
 */
export const ask = async (client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> => {
  try {
    return await client.query(query);
  } catch (error) {
    const isQuerys = error instanceof pg.DatabaseError || error instanceof TypeError || error instanceof RangeError;
    throw isQuerys ? error : withCode(error, CONNECTION_FAILURE);
  }
};
