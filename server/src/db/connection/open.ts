import { BUDGET } from '#lib/memory-budget.ts';
import type { Config } from '../../config.ts';
import { type LogArchive, startCluster } from '../cluster/start-cluster.ts';
import type { Db } from '../database.ts';
import type { Channel } from './channel.ts';
import { refuseReadOnly } from './connect.ts';
import { openPool, openPostgres } from './open-postgres.ts';
import type { PoolStanding, StatementWatch } from './watch-statements.ts';
import { mayWriteOn } from './write-access.ts';

export type OpenDatabase = {
  db: Db;
  /** The channel between the servers on the database. */
  channel: Channel;
  /** The pool's connections now. */
  standing: () => PoolStanding;
  /** Fails all queries that are under way, and all that come, as those of a lost connection. */
  giveUp: () => void;
  /** Runs after the last query, and takes about a second even if some queries never end. */
  close: () => Promise<void>;
};

const openGiven = async (url: string, watch: StatementWatch): Promise<OpenDatabase> => {
  const database = await openPostgres(url, watch);
  try {
    await refuseReadOnly(database.db);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
};

/**
 * Opens the PostgreSQL of `DATABASE_URL`, or starts one on `DATA_DIR`, which must exist, whose log
 * `archive` keeps. `watch` hears of its statements.
 */
export const openDatabase = async (
  config: Config,
  archive: LogArchive | null = null,
  watch: StatementWatch = () => {},
): Promise<OpenDatabase> => {
  const { DATABASE_URL, DATA_DIR, POSTGRES_BIN, POSTGRES_MEMORY_MB } = config;
  if (DATABASE_URL !== undefined) return openGiven(DATABASE_URL, watch);
  const options = { dataDir: DATA_DIR, binaries: POSTGRES_BIN, memory: POSTGRES_MEMORY_MB };
  const cluster = await startCluster({ ...options, archive });
  const { close, ...open } = openPool(cluster.connection, {
    mayWrite: mayWriteOn(cluster.disk),
    connections: BUDGET.connections,
    watch,
  });
  return {
    ...open,
    close: async () => {
      await close();
      await cluster.stop();
    },
  };
};
