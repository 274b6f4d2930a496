import fs from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { makeAside } from '#lib/make-aside.ts';
import { StartRefusal } from '#lib/start-refusal.ts';
import type { Config } from '../config.ts';
import { findBinaries } from './cluster/binaries.ts';
import { CLUSTER, hasCluster } from './cluster/cluster-folder.ts';
import { copyCluster } from './cluster/copy-cluster.ts';
import { copyTree } from './cluster/copy-tree.ts';
import { lockFolder } from './cluster/folder-lock.ts';
import { chooseRunAs, letPass } from './cluster/run-as.ts';
import { verifyCluster } from './cluster/verify-cluster.ts';
import { reachDatabase } from './reach.ts';

/** What stands in DATA_DIR beside the cluster and is worth keeping. */
const BESIDE = ['files', 'secrets'];

/** What a backup or a restored folder holds: rows by table, and files stored. */
export type Kept = { folder: string; rows: Map<string, number>; files: number };

const OWN_ONLY =
  'Only the database in DATA_DIR is backed up here: use pg_dump, or the backups of your PostgreSQL server';

const refuseServer = ({ DATABASE_URL }: Config): void => {
  if (DATABASE_URL !== undefined) throw new StartRefusal(OWN_ONLY);
};

/** Throws a `StartRefusal` for what a disk or its rights refuse, which the operator can mend. */
const written = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR'].includes(code ?? '')) throw error;
    throw new StartRefusal(`The copy could not be written: ${message}`, { cause: error });
  }
};

const filesIn = (folder: string): number =>
  fs.existsSync(folder)
    ? fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
    : 0;

const copyBeside = async (from: string, to: string, how: { keep: boolean }): Promise<void> => {
  for (const name of BESIDE) {
    if (fs.existsSync(join(from, name))) await copyTree(join(from, name), join(to, name), how);
  }
};

/**
 * Copies the database, photos and secrets of DATA_DIR into `target`, which must be new or empty, while the server runs or
 * not. The copy is of one moment; it is opened once and every row is read before it gets its name. Throws a `StartRefusal`
 * for what the operator can mend.
 */
export const backUp = async (config: Config, target: string): Promise<Kept> => {
  refuseServer(config);
  const folder = resolve(target);
  if (`${folder}/`.startsWith(`${config.DATA_DIR}/`)) {
    throw new StartRefusal(`${folder} is in DATA_DIR, and would be lost with it: name a folder elsewhere`);
  }
  if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0) {
    throw new StartRefusal(`${folder} holds something: name a new or an empty folder for the backup`);
  }
  if (!fs.existsSync(dirname(folder))) throw new StartRefusal(`There is no folder ${dirname(folder)} for the backup`);
  const binaries = findBinaries(config.POSTGRES_BIN);
  const { where, close } = await reachDatabase(config);
  let rows = new Map<string, number>();
  try {
    const made = makeAside(folder, async (draft) => {
      letPass(draft);
      const runAs = chooseRunAs(join(draft, CLUSTER), binaries);
      // A photo is stored before the row that names it, and may go after it: copied before and after, none is missing.
      await copyBeside(config.DATA_DIR, draft, { keep: true });
      await copyCluster(where, join(config.DATA_DIR, CLUSTER), join(draft, CLUSTER));
      await copyBeside(config.DATA_DIR, draft, { keep: true });
      rows = await verifyCluster(draft, binaries, runAs);
    });
    await written(made);
  } finally {
    await close();
  }
  return { folder, rows, files: filesIn(join(folder, 'files')) };
};

/** What a restored folder is filled under, before each part gets its place in DATA_DIR. */
const RESTORED = 'restored';

/** Moves the parts to their places, the database last: a folder without one is not taken for a whole one. */
const moveParts = (from: string, to: string): void => {
  for (const name of [...BESIDE, CLUSTER]) {
    if (fs.existsSync(join(from, name))) fs.renameSync(join(from, name), join(to, name));
  }
  fs.rmdirSync(from);
};

/**
 * Puts a backup into DATA_DIR, which must hold no data, and opens it once there. The backup stays as it is. Throws a
 * `StartRefusal` for what the operator can mend.
 */
export const restore = async (config: Config, source: string): Promise<Kept> => {
  refuseServer(config);
  const { DATA_DIR: dataDir } = config;
  const from = resolve(source);
  const binaries = findBinaries(config.POSTGRES_BIN);
  if (!fs.existsSync(from) || !hasCluster(from, binaries.version)) throw new StartRefusal(`${from} holds no backup`);
  const unlock = lockFolder(dataDir);
  try {
    if (hasCluster(dataDir, binaries.version)) {
      throw new StartRefusal(`${dataDir} holds a database already: set DATA_DIR to a new folder`);
    }
    let rows = new Map<string, number>();
    const made = makeAside(join(dataDir, RESTORED), async (draft) => {
      letPass(draft);
      const runAs = chooseRunAs(join(draft, CLUSTER), binaries);
      await copyBeside(from, draft, { keep: false });
      await copyTree(join(from, CLUSTER), join(draft, CLUSTER));
      rows = await verifyCluster(draft, binaries, runAs);
    });
    await written(made);
    moveParts(join(dataDir, RESTORED), dataDir);
    return { folder: dataDir, rows, files: filesIn(join(dataDir, 'files')) };
  } finally {
    unlock();
  }
};
