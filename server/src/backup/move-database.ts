import { resolve } from 'node:path';
import { findBinaries } from '#db/cluster/binaries.ts';
import { hasCluster } from '#db/cluster/cluster-folder.ts';
import { startCluster } from '#db/cluster/start-cluster.ts';
import { openPool, openPostgres } from '#db/connection/open-postgres.ts';
import { type OperatorConnection, psqlAddress } from '#db/connection/operator-connection.ts';
import { copyDatabase, refuseBusy, refuseFilled } from '#db/copy-database.ts';
import { migrate } from '#db/migration/migrate.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { seedReference } from '../../seeds/reference.ts';
import type { Config } from '../config.ts';
import { prepareDataDir } from '../data-dir.ts';
import { copyBeside } from './data-parts.ts';

/** A database that no server works on, until `close`. */
type Alone = { connection: OperatorConnection['connection']; place: string; close: () => Promise<void> };

const onServer = async (url: string): Promise<Alone> => {
  await (await openPostgres(url)).close();
  const connection = { connectionString: url };
  await refuseBusy(connection);
  return { connection, place: psqlAddress(connection).address, close: async () => {} };
};

const sourceOf = async ({ DATABASE_URL, DATA_DIR, POSTGRES_BIN, POSTGRES_MEMORY_MB }: Config): Promise<Alone> => {
  if (DATABASE_URL !== undefined) return onServer(DATABASE_URL);
  const options = { dataDir: DATA_DIR, binaries: POSTGRES_BIN, memory: POSTGRES_MEMORY_MB, mayMake: false };
  const { connection, stop } = await startCluster(options);
  return { connection, place: DATA_DIR, close: stop };
};

const NEW_WANTED = 'name a new or an empty folder';

/** The database that `target` names: a server's address, or a new folder for one of our own. */
const targetOf = async (target: string): Promise<Alone> => {
  if (/^postgres(ql)?:\/\//.test(target)) return onServer(target);
  const dataDir = prepareDataDir(resolve(target));
  if (hasCluster(dataDir, findBinaries(undefined).version, NEW_WANTED)) {
    throw new StartRefusal(`${dataDir} holds a database already: ${NEW_WANTED}`);
  }
  const { connection, stop } = await startCluster({ dataDir });
  return { connection, place: dataDir, close: stop };
};

/** Brings the schema up to date, so that both databases have the same tables. */
const upToDate = async (connection: OperatorConnection['connection']): Promise<void> => {
  const { db, close } = openPool(connection);
  await migrate(db, seedReference).finally(close);
};

const refused = (place: string) => (error: unknown) => {
  if (error instanceof StartRefusal) throw error;
  const why = error instanceof Error ? error.message : String(error);
  throw new StartRefusal(`Nothing was moved to ${place}: ${why}. Empty it before you try again`, { cause: error });
};

export type Moved = { place: string; tables: number; rows: number; isFolder: boolean };

/**
 * Copies the database of the settings into an empty one, of any supported version of PostgreSQL,
 * and photos and secrets into its folder if it has one. No server may run on either. Throws a
 * `StartRefusal` with the reason when it cannot.
 */
export const moveDatabase = async (config: Config, target: string): Promise<Moved> => {
  const source = await sourceOf(config);
  try {
    await upToDate(source.connection);
    const other = await targetOf(target);
    try {
      await refuseFilled(other.connection);
      const copied = upToDate(other.connection).then(() => copyDatabase(source.connection, other.connection));
      const counts = await copied.catch(refused(other.place));
      const isFolder = !('connectionString' in other.connection);
      if (isFolder) await copyBeside(config.DATA_DIR, other.place);
      return {
        place: other.place,
        tables: counts.size,
        rows: [...counts.values()].reduce((sum, n) => sum + n, 0),
        isFolder,
      };
    } finally {
      await other.close();
    }
  } finally {
    await source.close();
  }
};
