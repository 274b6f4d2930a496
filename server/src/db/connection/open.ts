import { BUDGET } from '#lib/memory-budget.ts';
import type { Config } from '../../config.ts';
import { type LogArchive, startCluster } from '../cluster/start-cluster.ts';
import type { Db } from '../database.ts';
import type { Channel } from './channel.ts';
import { refuseReadOnly } from './connect.ts';
import { openPool, openPostgres, POOLED_SETTINGS } from './open-postgres.ts';
import { inSession, keepSettings, refuseOtherDatabase, reportLacking } from './pooler.ts';
import type { PoolState, StatementWatch } from './watch-statements.ts';
import { mayWriteOn } from './write-access.ts';

export type OpenDatabase = {
  db: Db;
  /** The channel between the servers on the database. */
  channel: Channel;
  /** The pool's connections now. */
  poolState: () => PoolState;
  /** Fails all queries that are under way, and all that come, as those of a lost connection. */
  giveUp: () => void;
  /** Runs after the last query, and takes about a second even if some queries never end. */
  close: () => Promise<void>;
};

/** Gives the pooler's sessions their settings. Throws a `StartRefusal` for another database. */
const settlePooler = async (db: Db): Promise<void> => {
  // First, so that connections which the pooler opens for us have them.
  await inSession(() => keepSettings(db, POOLED_SETTINGS));
  await refuseOtherDatabase(db);
  await reportLacking(db, POOLED_SETTINGS);
};

const openGiven = async (url: string, config: Config, watch: StatementWatch): Promise<OpenDatabase> => {
  const { DATABASE_SESSION_URL: sessionUrl, DATABASE_REPLICA_URL: replica } = config;
  const database = await openPostgres(url, { session: sessionUrl, replica, watch });
  try {
    await inSession(() => refuseReadOnly(database.db));
    if (sessionUrl !== undefined) await settlePooler(database.db);
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
  if (DATABASE_URL !== undefined) return openGiven(DATABASE_URL, config, watch);
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
