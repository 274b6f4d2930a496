import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { draftOf } from '#lib/make-aside.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { giveTo, type RunAs } from './run-as.ts';

/** The cluster's folder below DATA_DIR. */
export const CLUSTER = 'database';
/**
 * Marks a cluster as ours and whole: it is written last, before the cluster gets its name. The
 * identity of a database is a row in it (`db/connection/database-identity.ts`); the UUID that older
 * clusters have in this file means nothing.
 */
export const WHOLE = 'banbo-identity';
/** Marks a folder as a backup, which is restored and never started. */
export const BACKUP_MARK = 'banbo-backup.json';
/** The folder that a restore fills before it moves the parts to their places. */
export const RESTORED = 'restored';

/** In DATA_DIR, for a backup that is opened to prove it, and removed again. */
export const OPENED = 'opened';

/** In DATA_DIR while the database's log is archived. It names the line of backups. */
export const ARCHIVING = 'archiving';

/** In a DATA_DIR whose database has become a server of its own; it names that server's folder. */
export const PROMOTED = 'promoted';
/** In DATA_DIR while its database becomes one: that server's folder and address. */
export const PROMOTING = 'promoting';

/** Files and folders that every cluster of PostgreSQL 15 or newer needs to start completely. */
export const PARTS = [
  ...['PG_VERSION', WHOLE, 'global/pg_control', 'base', 'pg_wal', 'pg_xact', 'pg_multixact', 'pg_subtrans'],
  ...['pg_commit_ts', 'pg_dynshmem', 'pg_logical', 'pg_notify', 'pg_replslot', 'pg_serial', 'pg_snapshots', 'pg_stat'],
  ...['pg_stat_tmp', 'pg_tblspc', 'pg_twophase', 'postgresql.conf', 'pg_hba.conf', 'pg_ident.conf'],
];

/** Names allowed in an empty folder: of an unfinished start, a demo or the file system. */
const NO_DATA = new Set([
  ...[draftOf(CLUSTER), draftOf(RESTORED), 'lock', 'log', 'socket', 'spare', 'handover', '.banbo-demo', 'lost+found'],
]);

/** Advice to the operator of a folder that cannot be opened. */
const OR_ANOTHER = 'restore a backup, or set another DATA_DIR';

const namesIn = (folder: string): string[] => {
  try {
    return fs.readdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    if (code === 'ENOTDIR') throw new StartRefusal(`${folder} is a file, and must be a folder`);
    throw new StartRefusal(`This user may not read ${folder} (${code})`, {
      advice: 'start as the user whose folder it is',
    });
  }
};

/** Throws a `StartRefusal` when a folder without a cluster holds parts that may belong to one. */
const refuseOrphanedData = (names: string[], dataDir: string, advice: string): void => {
  const found = names.filter((name) => !NO_DATA.has(name));
  if (found.length === 0) return;
  throw new StartRefusal(`${dataDir} holds ${found.sort().slice(0, 3).join(', ')} but no ${CLUSTER}`, { advice });
};

const refuseIncomplete = (folder: string, advice: string): void => {
  namesIn(folder);
  const has = (name: string): boolean => fs.existsSync(join(folder, name));
  // The former engine had no postmaster, which leaves this file.
  if (has('PG_VERSION') && !has(WHOLE) && !has('postmaster.opts')) {
    throw new StartRefusal(`${folder} was made by the engine of an earlier version, which this one cannot read`, {
      advice: 'start that version, or set another DATA_DIR',
    });
  }
  const missing = PARTS.filter((part) => !has(part));
  if (missing.length === 0) return;
  throw new StartRefusal(`${folder} is no whole database, without ${missing.slice(0, 3).join(', ')}`, { advice });
};

const refuseOtherVersion = (folder: string, version: number): void => {
  const made = fs.readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (made === String(version)) return;
  throw new StartRefusal(`${folder} was made by PostgreSQL ${made}, and its programs here are ${version}`, {
    advice: `start it with programs of ${made} (POSTGRES_BIN)`,
  });
};

/**
 * Whether DATA_DIR has a cluster. Throws a `StartRefusal`, which ends with `advice`, when it has
 * one that is not whole or that PostgreSQL `version` cannot open, or when it has none but holds
 * anything that may belong to one: nothing is ever made over it.
 */
export const hasCluster = (dataDir: string, version: number, advice: string = OR_ANOTHER): boolean => {
  const names = namesIn(dataDir);
  if (names.includes(RESTORED)) {
    throw new StartRefusal(`${dataDir} holds a restore that was cut off`, {
      advice: 'empty the folder and restore again',
    });
  }
  if (names.includes(PROMOTING) && !names.includes(CLUSTER)) {
    const { folder } = JSON.parse(fs.readFileSync(join(dataDir, PROMOTING), 'utf8'));
    throw new StartRefusal(
      `The database of ${dataDir} was becoming a server in ${folder}: npm run promote -- ${folder} goes on with it`,
    );
  }
  if (names.includes(PROMOTED) && !names.includes(CLUSTER)) {
    const folder = fs.readFileSync(join(dataDir, PROMOTED), 'utf8').trim();
    throw new StartRefusal(`The database of ${dataDir} is a server of its own in ${folder}`, {
      advice: 'set DATABASE_URL',
    });
  }
  if (!names.includes(CLUSTER)) {
    refuseOrphanedData(names, dataDir, advice);
    return false;
  }
  const folder = join(dataDir, CLUSTER);
  refuseIncomplete(folder, advice);
  refuseOtherVersion(folder, version);
  return true;
};

/** Throws a `StartRefusal` for a backup: work on it would destroy the copy. */
export const refuseBackup = (dataDir: string): void => {
  if (!fs.existsSync(join(dataDir, BACKUP_MARK))) return;
  throw new StartRefusal(`${dataDir} is a backup`, {
    advice: `put it into another folder with npm run restore -- ${dataDir}`,
  });
};

const SOCKET = '.s.PGSQL.5432';
const SOCKET_LOCK = `${SOCKET}.lock`;
/** A Unix socket's address has 108 bytes on Linux and 104 on macOS, with a zero at the end. */
const MAX_BYTES = 103;
const TEMPORARY = 'banbo-socket-';

/** PostgreSQL reads the folder's name as a list, in which commas and quotes have a meaning. */
const canHoldSocket = (folder: string): boolean =>
  Buffer.byteLength(join(folder, SOCKET_LOCK)) <= MAX_BYTES && !/[,"]/.test(folder);

export type SocketFolder = {
  folder: string;
  /** Makes the folder again if it was removed. Throws if another user's is in its place. */
  makeAgain: () => void;
  /** True while connections find the socket of a PostgreSQL that is ready. */
  isReachable: () => boolean;
  remove: () => void;
};

/**
 * Makes the folder of PostgreSQL's socket, which only its user and root may enter: below DATA_DIR,
 * or in a new temporary folder of the system where the socket's address would be too long.
 */
export const makeSocketFolder = (dataDir: string, runAs: RunAs): SocketFolder => {
  const own = join(dataDir, 'socket');
  const fits = canHoldSocket(own);
  const folder = fits ? own : fs.mkdtempSync(join(tmpdir(), TEMPORARY));
  const close = (): void => {
    fs.chmodSync(folder, 0o700);
    giveTo(runAs, folder);
  };
  if (fits) fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  close();
  return {
    folder,
    makeAgain: () => {
      if (fs.existsSync(folder)) return;
      // Not `recursive`: that accepts a folder which another user just made in an open place.
      fs.mkdirSync(folder, { mode: 0o700 });
      close();
    },
    isReachable: () => fs.existsSync(join(folder, SOCKET)),
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
};
