import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { CLUSTER } from './cluster/cluster-folder.ts';
import { FolderInUse } from './cluster/folder-lock.ts';
import { runningPostmaster } from './cluster/postmaster-pid.ts';
import { connectionTo, startCluster } from './cluster/start-cluster.ts';

/** Where a program reaches the database beside a server that may be running. */
export type Reached = { where: pg.PoolConfig; close: () => Promise<void> };

/** A server that has just taken the folder answers after a start, or the making of its first database. */
const WAIT_MS = 30_000;

const besideServer = async (dataDir: string, refusal: FolderInUse): Promise<Reached> => {
  const deadline = performance.now() + WAIT_MS;
  while (performance.now() < deadline) {
    const running = runningPostmaster(join(dataDir, CLUSTER));
    if (running?.ready) return { where: connectionTo(running.socketDir), close: async () => {} };
    await delay(100);
  }
  throw refusal;
};

/**
 * Reaches the database for a moment: the one of `DATABASE_URL`, that of the server which runs on `DATA_DIR`, or else one
 * that is started there and ends with `close`. Throws a `StartRefusal` where there is none.
 */
export const reachDatabase = async (config: Config): Promise<Reached> => {
  const { DATABASE_URL, DATA_DIR, POSTGRES_BIN, POSTGRES_MEMORY_MB } = config;
  if (DATABASE_URL !== undefined) return { where: { connectionString: DATABASE_URL }, close: async () => {} };
  const options = { dataDir: DATA_DIR, binaries: POSTGRES_BIN, memory: POSTGRES_MEMORY_MB, mayMake: false };
  try {
    const { where, stop } = await startCluster(options);
    return { where, close: stop };
  } catch (error) {
    if (error instanceof FolderInUse) return besideServer(DATA_DIR, error);
    throw error;
  }
};

/** The address of a database as PostgreSQL's own programs take it. */
export const addressOf = ({ connectionString, host = '', user, database }: pg.PoolConfig): string =>
  connectionString ?? `postgresql:///${database}?host=${encodeURIComponent(host)}&user=${user}`;
