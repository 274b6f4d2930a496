import fs from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { StartRefusal } from '#lib/start-refusal.ts';
import { findBinaries } from './binaries.ts';
import { CLUSTER, hasCluster } from './cluster-folder.ts';
import { type DiskSpace, watchDiskSpace } from './disk-space.ts';
import { lockFolder } from './folder-lock.ts';
import { DATABASE, makeCluster } from './make-cluster.ts';
import { startPostmaster } from './postmaster.ts';
import { postmasterLog } from './postmaster-log.ts';
import { chooseRunAs } from './run-as.ts';
import { machineMemory, settingArguments, settingsFor } from './settings.ts';
import { makeSocketFolder } from './socket-folder.ts';
import { supervise } from './supervise.ts';

export type ClusterOptions = {
  /** Absolute, and there. */
  dataDir: string;
  /** The folder of PostgreSQL's programs; those installed with the product when absent. */
  binaries?: string | undefined;
  /** Megabytes that PostgreSQL may count on; what the machine has when absent. */
  memory?: number | undefined;
  /** False where a database must be there already; one is made in an empty folder otherwise. */
  mayMake?: boolean;
};

export type Cluster = {
  /** Where the pool connects. */
  where: pg.PoolConfig;
  disk: DiskSpace;
  /** Ends PostgreSQL and gives the folder back. */
  stop: () => Promise<void>;
};

/** Where a cluster's socket is, as the server's own user, who is no superuser. */
export const connectionTo = (socketDir: string): pg.PoolConfig => ({
  host: socketDir,
  user: DATABASE,
  database: DATABASE,
});

const refused = (folder: string) => (error: unknown) => {
  if (error instanceof StartRefusal) throw error;
  const why = error instanceof Error ? error.message : String(error);
  throw new StartRefusal(`The database in ${folder} does not open: ${why}`, { cause: error });
};

/** Without its database the process is of no use: a service manager starts it again, and a person reads why. */
const endWithoutDatabase = (lastWords: string[]): void => {
  console.error(['PostgreSQL ended too often to be started again. Its last words:', ...lastWords].join('\n'));
  process.exit(1);
};

/**
 * Starts PostgreSQL on DATA_DIR, for this process alone, and makes its cluster first when the folder is empty. It is
 * started again when it dies. Throws a `StartRefusal` when the folder is in use, is not whole, or cannot be opened.
 */
export const startCluster = async (options: ClusterOptions): Promise<Cluster> => {
  const { dataDir, memory, mayMake = true } = options;
  const binaries = findBinaries(options.binaries);
  const unlock = lockFolder(dataDir);
  const toUndo: (() => void)[] = [unlock];
  try {
    const folder = join(dataDir, CLUSTER);
    const exists = hasCluster(dataDir, binaries.version);
    if (!exists && !mayMake) throw new StartRefusal(`There is no database in ${dataDir}: set DATA_DIR`);
    const runAs = chooseRunAs(folder, binaries);
    const disk = watchDiskSpace(join(dataDir, 'spare'));
    toUndo.push(disk.stop);
    if (!exists) await makeCluster(folder, binaries, runAs);
    // A copy of the folder may have lost this, without which PostgreSQL refuses it.
    fs.chmodSync(folder, 0o700);
    const socket = makeSocketFolder(dataDir, folder, runAs);
    toUndo.push(socket.remove);
    const log = postmasterLog(join(dataDir, 'log'));
    const settings = settingArguments(settingsFor(memory ?? machineMemory(), binaries.version));
    const start = (signal?: AbortSignal) => {
      disk.look();
      return startPostmaster({ folder, socketDir: socket.folder, binaries, runAs, settings, log, signal });
    };
    const postmaster = await start().catch(refused(folder));
    const supervised = supervise(postmaster, start, {
      isBlocked: () => !disk.hasRoom(),
      giveUp: (why) => endWithoutDatabase([why, ...log.lastLines()].filter((line) => line !== null)),
    });
    return {
      where: connectionTo(socket.folder),
      disk,
      stop: async () => {
        await supervised.stop();
        for (const undo of toUndo.toReversed()) undo();
      },
    };
  } catch (error) {
    for (const undo of toUndo.toReversed()) undo();
    throw error;
  }
};
