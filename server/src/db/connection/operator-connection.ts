import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { FolderInUse } from '#lib/folder-lock.ts';
import type { Config } from '../../config.ts';
import { CLUSTER } from '../cluster/cluster-folder.ts';
import { connectionTo } from '../cluster/make-cluster.ts';
import { runningPostmaster } from '../cluster/postmaster.ts';
import { startCluster } from '../cluster/start-cluster.ts';
import { openPostgres } from './open-postgres.ts';

/** A database as a program beside the server reaches it. */
export type OperatorConnection = { connection: pg.PoolConfig; close: () => Promise<void> };

/** Milliseconds. A server may be making its first database, or ending. */
const WAIT_MS = 30_000;

const leftAlone = async (): Promise<void> => {};

/**
 * Opens the database: that of `DATABASE_URL`, of the server running on `DATA_DIR`, or one started
 * there until `close`. Throws a `StartRefusal` without one.
 */
export const connectAsOperator = async (config: Config): Promise<OperatorConnection> => {
  const { DATABASE_URL, DATABASE_SESSION_URL, DATA_DIR, POSTGRES_BIN, POSTGRES_MEMORY_MB } = config;
  // Past a pooler: commands are few, and some need a session.
  const url = DATABASE_SESSION_URL ?? DATABASE_URL;
  if (url !== undefined) {
    await (await openPostgres(url)).close();
    return { connection: { connectionString: url }, close: leftAlone };
  }
  const options = { dataDir: DATA_DIR, binaries: POSTGRES_BIN, memory: POSTGRES_MEMORY_MB, mayMake: false };
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    try {
      const { connection, stop } = await startCluster(options);
      return { connection, close: stop };
    } catch (error) {
      if (!(error instanceof FolderInUse) || performance.now() > deadline) throw error;
    }
    const running = runningPostmaster(join(DATA_DIR, CLUSTER));
    if (running?.ready) return { connection: connectionTo(running.socketDir), close: leftAlone };
    await delay(100);
  }
};

/** The address for PostgreSQL's programs, the password apart: process lists show arguments. */
export const psqlAddress = (connection: pg.PoolConfig): { address: string; password: string | undefined } => {
  const { connectionString, host = '', user, port, database } = connection;
  if (connectionString === undefined) {
    const query = `host=${encodeURIComponent(host)}&port=${port}&user=${user}&sslmode=disable`;
    return { address: `postgresql:///${database}?${query}`, password: undefined };
  }
  const url = new URL(connectionString);
  const password = url.password === '' ? undefined : decodeURIComponent(url.password);
  url.password = '';
  return { address: url.href, password };
};
