import { BUDGET } from '#lib/memory-budget.ts';
import type { Config } from '../config.ts';
import type { Channel } from './channel.ts';
import { startCluster } from './cluster/start-cluster.ts';
import type { Db } from './database.ts';
import { openPool, openPostgres } from './open-postgres.ts';
import { refuseReadOnly } from './refuse-postgres.ts';

/**
 * A database that is ready, and the channel between the servers on it. `close` runs after the last query, and takes about a
 * second even if some queries never end.
 */
export type OpenDatabase = { db: Db; channel: Channel; close: () => Promise<void> };

const openGiven = async (url: string): Promise<OpenDatabase> => {
  const database = await openPostgres(url);
  try {
    await refuseReadOnly(database.db);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
};

/** The PostgreSQL that `DATABASE_URL` names, or one that is started on `DATA_DIR`, which must be there. */
export const openDatabase = async (config: Config): Promise<OpenDatabase> => {
  const { DATABASE_URL, DATA_DIR, POSTGRES_BIN, POSTGRES_MEMORY_MB } = config;
  if (DATABASE_URL !== undefined) return openGiven(DATABASE_URL);
  const cluster = await startCluster({ dataDir: DATA_DIR, binaries: POSTGRES_BIN, memory: POSTGRES_MEMORY_MB });
  const { db, channel, close } = openPool(cluster.connection, {
    mayWrite: cluster.disk.hasRoom,
    connections: BUDGET.connections,
  });
  return {
    db,
    channel,
    close: async () => {
      await close();
      await cluster.stop();
    },
  };
};
