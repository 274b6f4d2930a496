import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/** Milliseconds after which a busy connection no longer keeps the process, or its PostgreSQL, from ending. */
const CLOSE_MS = 1_000;

/**
 * Returns a function that closes a pool: it waits a second for the connections in use, then cuts them. It may be called
 * again.
 */
export const closerOf = (pool: pg.Pool): (() => Promise<void>) => {
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client as pg.PoolClient));
  const close = async (): Promise<void> => {
    await Promise.race([pool.end(), delay(CLOSE_MS, null, { ref: false })]);
    // Connections that the pool has released may still wait for the other side's goodbye.
    for (const client of open) client.connection.stream.destroy();
  };
  let closed: Promise<void> | undefined;
  return () => {
    closed ??= close();
    return closed;
  };
};
