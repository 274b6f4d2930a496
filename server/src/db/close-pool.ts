import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/** Milliseconds after which a busy connection no longer keeps the process, or its PostgreSQL, from ending. */
const CLOSE_MS = 1_000;

export type PoolEnd = {
  /** Waits a second for the connections in use, then cuts them. It may be called again. */
  close: () => Promise<void>;
  /** Cuts the connections, which fails all that waits on them. */
  cut: () => void;
};

export const endOf = (pool: pg.Pool): PoolEnd => {
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client as pg.PoolClient));
  const cut = (): void => {
    for (const client of open) client.connection.stream.destroy();
  };
  const close = async (): Promise<void> => {
    await Promise.race([pool.end(), delay(CLOSE_MS, null, { ref: false })]);
    // Connections that the pool has released may still wait for the other side's goodbye.
    cut();
  };
  let closed: Promise<void> | undefined;
  return {
    cut,
    close: () => {
      closed ??= close();
      return closed;
    },
  };
};
