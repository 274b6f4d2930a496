import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config.ts';
import { startCluster } from './cluster/start-cluster.ts';
import type { Db } from './database.ts';
import { openPool, openPostgres } from './open-postgres.ts';

/** A database that is ready, and what closes it after the last query. */
export type OpenDatabase = { db: Db; close: () => Promise<void> };

/** Connections that do not come back must not keep PostgreSQL from ending. */
const CLOSE_MS = 1_000;

/** The PostgreSQL that `DATABASE_URL` names, or one that is started on `DATA_DIR`, which must be there. */
export const openDatabase = async (config: Config): Promise<OpenDatabase> => {
  const { DATABASE_URL, DATA_DIR, POSTGRES_BIN, POSTGRES_MEMORY_MB } = config;
  if (DATABASE_URL !== undefined) return openPostgres(DATABASE_URL);
  const cluster = await startCluster({ dataDir: DATA_DIR, binaries: POSTGRES_BIN, memory: POSTGRES_MEMORY_MB });
  const { db, close } = openPool(cluster.connection, cluster.disk.hasRoom);
  return {
    db,
    close: async () => {
      await Promise.race([close(), delay(CLOSE_MS, null, { ref: false })]);
      await cluster.stop();
    },
  };
};
