import fs from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { lockFolder } from '#lib/folder-lock.ts';
import { machineMemory } from '#lib/memory-budget.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { archivingFile } from './archiving-file.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { CLUSTER, hasCluster, makeSocketFolder, OPENED, refuseBackup, type SocketFolder } from './cluster-folder.ts';
import { type DiskSpace, watchDiskSpace } from './disk-space.ts';
import { handOver } from './hand-over.ts';
import { connectionTo, makeCluster } from './make-cluster.ts';
import { type Postmaster, startPostmaster } from './postmaster.ts';
import { postmasterLog } from './postmaster-log.ts';
import { chooseRunAs, type RunAs } from './run-as.ts';
import { takeBackServerFiles } from './server-files.ts';
import { settingArguments, settingsFor } from './settings.ts';
import { supervise } from './supervise.ts';

export type ClusterOptions = {
  /** An absolute path to a folder that exists. */
  dataDir: string;
  /** The folder of PostgreSQL's programs; those installed with the product when absent. */
  binaries?: string | undefined;
  /** Megabytes that PostgreSQL may count on; the machine's memory when absent. */
  memory?: number | undefined;
  /**
   * Archives the log; null ends the archiving. Undefined for programs beside a server: segments
   * wait if the last server archived.
   */
  archive?: LogArchive | null | undefined;
  /** False requires an existing database; otherwise one is made in an empty folder. */
  mayMake?: boolean;
};

/** Archives the log of a cluster. */
export type LogArchive = {
  /** Called once, before PostgreSQL starts. */
  attach: (cluster: ArchivingCluster) => void;
  /** Keeps a file of the log elsewhere; `path` is where it lies. True: PostgreSQL may forget it. */
  keep: (name: string, path: string) => Promise<boolean>;
  /** Called once PostgreSQL has ended: ends what is still under way. */
  end: () => void;
};

/** A cluster as the archiving of its log needs it. */
export type ArchivingCluster = {
  dataDir: string;
  connection: pg.PoolConfig;
  binaries: Binaries;
  runAs: RunAs;
  /** False while the disk is too full to write on. */
  hasRoom: () => boolean;
};

export type Cluster = {
  /** The pool's connection. */
  connection: pg.PoolConfig;
  disk: DiskSpace;
  /** Ends PostgreSQL and gives the folder back. */
  stop: () => Promise<void>;
};

/** Sets the mode that PostgreSQL requires; a copy of the folder may have lost it. */
const restrictMode = (folder: string): void => {
  if ((fs.statSync(folder).mode & 0o777) !== 0o700) fs.chmodSync(folder, 0o700);
};

/** Removes a backup that a killed server was opening; its PostgreSQL may still be ending in it. */
const removeOpened = async (dataDir: string): Promise<void> => {
  const opened = join(dataDir, OPENED);
  const left = await rm(opened, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }).catch(String);
  if (left) console.warn(`${opened} is left of a backup that was opened, and could not be removed: ${left}`);
};

/** A new database takes some 60 MB; the rest leaves room to write. */
const NEEDED_MB = 256;

const refuseFullDisk = (dataDir: string): void => {
  const { bavail, bsize } = fs.statfsSync(dataDir);
  const free = Math.floor((bavail * bsize) / 1024 ** 2);
  if (free >= NEEDED_MB) return;
  throw new StartRefusal(`A new database needs ${NEEDED_MB} MB in ${dataDir}, and ${free} MB are free`, {
    advice: 'make room',
  });
};

const asStartRefusal = (folder: string) => (error: unknown) => {
  if (error instanceof StartRefusal) throw error;
  const why = error instanceof Error ? error.message : String(error);
  throw new StartRefusal(`The database in ${folder} does not open: ${why}`, { cause: error });
};

const SOCKET_CHECK_MS = 1_000;

/**
 * Ends a PostgreSQL whose socket was removed, so that it is started again with a new one: it makes
 * its socket at a start alone, and no new connection would find it.
 */
const endWithoutSocket = (postmaster: Postmaster, socket: SocketFolder): void => {
  let wasGone = false;
  const timer = setInterval(() => {
    const isGone = !socket.isReachable();
    // One that ends by itself removes its socket too, a moment before.
    const isSure = isGone && wasGone;
    wasGone = isGone;
    if (!isSure) return;
    clearInterval(timer);
    console.warn(`The socket in ${socket.folder} was removed: PostgreSQL is started again to make a new one.`);
    void postmaster.stop();
  }, SOCKET_CHECK_MS).unref();
  void postmaster.ended.then(() => clearInterval(timer));
};

/** Ends the process, which is useless without its database; a service manager restarts it. */
const endWithoutDatabase = (lastWords: string[]): void => {
  console.error(['PostgreSQL ended too often to be started again. Its last words:', ...lastWords].join('\n'));
  process.exit(1);
};

/**
 * Starts PostgreSQL on DATA_DIR, for this process alone, and makes its cluster first when the
 * folder is empty. It is started again when it dies. Throws a `StartRefusal` when the folder is in
 * use, is not whole, or cannot be opened.
 */
export const startCluster = async (options: ClusterOptions): Promise<Cluster> => {
  const { dataDir, memory, mayMake = true } = options;
  const binaries = findBinaries(options.binaries);
  const unlock = lockFolder(dataDir);
  const toUndo: (() => unknown)[] = [unlock];
  try {
    const folder = join(dataDir, CLUSTER);
    const archiving = archivingFile(dataDir);
    refuseBackup(dataDir);
    await removeOpened(dataDir);
    const exists = hasCluster(dataDir, binaries.version);
    if (!exists && !mayMake) throw new StartRefusal(`There is no database in ${dataDir}`, { advice: 'set DATA_DIR' });
    const runAs = chooseRunAs(folder, binaries);
    const disk = watchDiskSpace(join(dataDir, 'spare'));
    toUndo.push(disk.stop);
    if (exists) {
      restrictMode(folder);
      // As a server it kept its log nowhere.
      if (takeBackServerFiles(runAs, folder)) archiving.endChain();
    } else {
      refuseFullDisk(dataDir);
      await makeCluster(folder, binaries, runAs);
      console.log(`A new, empty database was made in ${dataDir}.`);
    }
    const socket = makeSocketFolder(dataDir, runAs);
    toUndo.push(socket.remove);
    const log = postmasterLog(join(dataDir, 'log'));
    if (options.archive !== undefined) archiving.mark(options.archive !== null);
    const isArchived = archiving.exists();
    const archives = isArchived ? (options.archive ? 'now' : 'later') : 'never';
    const settings = settingArguments(settingsFor(memory ?? machineMemory(), binaries.version, archives));
    if (options.archive) {
      const { archive } = options;
      archive.attach({ dataDir, binaries, runAs, connection: connectionTo(socket.folder), hasRoom: disk.hasRoom });
      const handing = handOver(folder, runAs, {
        ending: 'yes',
        answer: (name) => archive.keep(name, join(folder, 'pg_wal', name)),
      });
      // The end first: one that is still under way would be waited for.
      toUndo.push(handing.stop, archive.end);
    }
    const start = async (signal?: AbortSignal) => {
      disk.makeRoomToStart();
      socket.makeAgain();
      const how = { folder, socketDir: socket.folder, binaries, runAs, settings, log, signal };
      const started = await startPostmaster(how).catch((error: unknown) => {
        if (!disk.isFull() || signal?.aborted) throw error;
        // After a crash it reads its log, and may need a segment more of it.
        disk.giveUpReserve();
        return startPostmaster(how);
      });
      // PostgreSQL's checkpointer falls asleep for `checkpoint_timeout` while it starts, and heeds
      // `archive_timeout` only once it wakes.
      if (isArchived) started.reload();
      endWithoutSocket(started, socket);
      return started;
    };
    const postmaster = await start().catch(asStartRefusal(folder));
    const supervised = supervise(postmaster, start, {
      isBlocked: disk.isFull,
      giveUp: (why) => endWithoutDatabase([why, ...log.lastLines()].filter((line) => line !== null)),
    });
    return {
      connection: connectionTo(socket.folder),
      disk,
      stop: async () => {
        await supervised.stop();
        for (const undo of toUndo.toReversed()) await undo();
      },
    };
  } catch (error) {
    for (const undo of toUndo.toReversed()) await undo();
    throw error;
  }
};
