import pg from 'pg';
import { hasTimeLimit } from './time-limit.ts';

/** SQLSTATE: the client was unable to establish a connection. */
const UNABLE_TO_CONNECT = '08001';
/** SQLSTATE: the connection failed. */
export const CONNECTION_FAILURE = '08006';

const withCode = (error: unknown, code: string): Error => {
  // For a name with two addresses, the error has a code but no message.
  const { message, code: cause } = error as { message?: string; code?: string };
  return Object.assign(new Error(message || cause, { cause: error }), { code });
};

/**
 * Takes a connection from the pool. If there is none, in time or at all, throws an error with the code 08001, whatever
 * the cause, and the cause in its message.
 */
export const connect = async (pool: pg.Pool): Promise<pg.PoolClient> => {
  try {
    return await pool.connect();
  } catch (error) {
    throw withCode(error, UNABLE_TO_CONNECT);
  }
};

/** True for errors that PostgreSQL answered with, and for values that cannot be sent. */
const isOfStatement = (error: unknown): boolean =>
  (error instanceof pg.DatabaseError && error.code !== undefined) ||
  error instanceof TypeError ||
  error instanceof RangeError;

/**
 * Waits for the answer to a query. An error of the connection gets the code 08006; PostgreSQL's own, and those of
 * values that cannot be sent, stay as they are. A connection without an answer for `limit` milliseconds is closed,
 * which fails everything that waits on it: a late answer could pass for the answer to another query.
 */
export const answered = async <T>(client: pg.PoolClient, limit: number, asked: () => Promise<T>): Promise<T> => {
  let late = false;
  const giveUp = (): void => {
    late = true;
    // The pool no longer takes it back; a goodbye would wait for the other side.
    client.end().catch(() => {});
    client.connection.stream.destroy();
  };
  const timer = hasTimeLimit() ? setTimeout(giveUp, limit) : undefined;
  try {
    return await asked();
  } catch (error) {
    if (late) throw withCode(new Error(`No answer for ${limit} ms`, { cause: error }), CONNECTION_FAILURE);
    throw isOfStatement(error) ? error : withCode(error, CONNECTION_FAILURE);
  } finally {
    clearTimeout(timer);
  }
};
