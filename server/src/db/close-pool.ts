import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/** Bounds how long a connection that does not come back keeps the process, or its PostgreSQL, from ending. */
const CLOSE_MS = 1_000;

/**
 * Answers a function that closes a pool: it waits a second for the connections that are in use, and then cuts them. It may
 * be called again.
 */
export const closerOf = (pool: pg.Pool): (() => Promise<void>) => {
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client as pg.PoolClient));
  const close = async (): Promise<void> => {
    await Promise.race([pool.end(), delay(CLOSE_MS, null, { ref: false })]);
    // Those that the pool has let go may still wait for the other side to say goodbye.
    for (const client of open) client.connection.stream.destroy();
  };
  let closed: Promise<void> | undefined;
  return () => {
    closed ??= close();
    return closed;
  };
};
