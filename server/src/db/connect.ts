import type pg from 'pg';

/** SQLSTATE: the client was unable to establish a connection. */
const UNABLE_TO_CONNECT = '08001';

/**
 * A connection of the pool. When there is none to be had, in time or at all, the error has the code 08001, whatever it was
 * that failed, and says in its message what that was.
 */
export const connect = async (pool: pg.Pool): Promise<pg.PoolClient> => {
  try {
    return await pool.connect();
  } catch (error) {
    // Where a name has two addresses, the error has a code but no message.
    const { message, code } = error as { message?: string; code?: string };
    throw Object.assign(new Error(message || code, { cause: error }), { code: UNABLE_TO_CONNECT });
  }
};
