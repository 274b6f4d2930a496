import fs from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { findBinaries } from '#db/cluster/binaries.ts';
import { CLUSTER } from '#db/cluster/cluster-folder.ts';
import { copyRunningCluster } from '#db/cluster/copy-cluster.ts';
import { allowPassing, chooseRunAs, closeTo, mayPass, type RunAs } from '#db/cluster/run-as.ts';
import { verifyCluster } from '#db/cluster/verify-cluster.ts';
import { openPool } from '#db/connection/open-postgres.ts';
import { connectAsOperator, type OperatorConnection } from '#db/connection/operator-connection.ts';
import { noteBackup } from '#domains/reports';
import { LOCK_FILE, lockFolder } from '#lib/folder-lock.ts';
import { draftOf, makeAside } from '#lib/make-aside.ts';
import { StartRefusal } from '#lib/refusal.ts';
import type { Config } from '../config.ts';
import { type BackupSummary, digestParts, writeMark } from './backup-mark.ts';
import {
  BACKED_UP_ELSEWHERE,
  copyBeside,
  countPhotoFiles,
  isWithin,
  refuseDatabaseUrl,
  written,
} from './data-parts.ts';

/** Marks a folder as a backup's draft, with its machine. Written once the draft is locked. */
const DRAFT_MARK = 'banbo-draft.json';
const ENDING = draftOf('');

/** Locks the draft for this process until it ends, and gives the release. */
export const takeDraft = (draft: string): (() => void) => {
  const unlock = lockFolder(draft);
  fs.writeFileSync(join(draft, DRAFT_MARK), JSON.stringify({ host: hostname() }), { flush: true });
  return unlock;
};

/** Removes from a finished backup what only its draft needed. */
const clearDraftMarks = (folder: string): void => {
  for (const name of [DRAFT_MARK, LOCK_FILE]) fs.rmSync(join(folder, name), { force: true });
};

/** The machine that a draft of this user's was made on, or null for any other folder. */
const hostOf = (folder: string): string | null => {
  try {
    const found = fs.lstatSync(folder);
    if (!found.isDirectory() || found.uid !== (process.getuid?.() ?? found.uid)) return null;
    const { host } = JSON.parse(fs.readFileSync(join(folder, DRAFT_MARK), 'utf8')) as { host?: unknown };
    return typeof host === 'string' ? host : null;
  } catch {
    return null;
  }
};

/** Removes a draft unless a running backup holds it. */
const removeUnlessHeld = (draft: string): boolean => {
  let unlock = () => {};
  try {
    unlock = lockFolder(draft);
    fs.rmSync(draft, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  } finally {
    unlock();
  }
};

/**
 * Removes the drafts in a folder that backups of this user left when they were killed, so that they
 * do not fill the disk. Locks do not reach across machines, so a draft of another one is named and
 * stays.
 */
export const removeDeadDrafts = (parent: string): void => {
  for (const name of fs.readdirSync(parent)) {
    if (!name.endsWith(ENDING)) continue;
    const draft = join(parent, name);
    const host = hostOf(draft);
    if (host === null) continue;
    if (host !== hostname()) console.warn(`${draft} is of a backup on ${host}: remove it if none is running there.`);
    else if (removeUnlessHeld(draft)) console.log(`${draft} was left by a backup that was cut off, and is removed.`);
  }
};

/** Throws a `StartRefusal` unless a backup fits, without the drafts of killed ones. */
const refuseTarget = (folder: string, dataDir: string): void => {
  const parent = dirname(folder);
  if (!fs.existsSync(parent)) throw new StartRefusal(`There is no folder ${parent} for the backup`);
  if (isWithin(folder, dataDir)) {
    throw new StartRefusal(`${folder} is in DATA_DIR, and would be lost with it: name a folder elsewhere`);
  }
  const found = fs.statSync(folder, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new StartRefusal(`${folder} is a file: name a new folder for the backup`);
  if (found && fs.readdirSync(folder).length > 0) {
    throw new StartRefusal(`${folder} holds something: name a new or an empty folder for the backup`);
  }
  if (found && found.dev !== fs.statSync(parent).dev) {
    throw new StartRefusal(
      `${folder} is a disk of its own: name a new folder on it, such as ${join(folder, 'backup')}`,
    );
  }
  removeDeadDrafts(parent);
  if (fs.existsSync(draftOf(folder))) {
    throw new StartRefusal(
      `${draftOf(folder)} is of a backup that is running or was cut off: remove it if none is running, or name another folder`,
    );
  }
};

/** Throws a `StartRefusal` if PostgreSQL's user, who makes the copy, cannot reach the draft. */
const refuseUnreachable = (runAs: RunAs, draft: string): void => {
  if (mayPass(runAs, draft)) return;
  throw new StartRefusal(
    `The user nobody, as whom root’s PostgreSQL runs, cannot pass to ${dirname(draft)}: name a folder that every user can pass to; the backup itself is closed to them`,
  );
};

/** Notes the backup for the dashboard. It is as good without: the disk may be full. */
const tellOffice = async (connection: OperatorConnection['connection'], moment: Date): Promise<void> => {
  const { db, close } = openPool(connection);
  try {
    await noteBackup(db, moment);
  } catch (error) {
    console.warn(`The dashboard will not know of this backup, which is whole: ${error}`);
  } finally {
    await close();
  }
};

/**
 * Copies the database, photos and secrets of DATA_DIR into `target`, which must be new or empty,
 * while the server runs or not. The copy is of one moment; it is opened once and every row is read
 * before it gets its name. Throws a `StartRefusal` for causes that the operator can mend.
 */
export const backUp = async (config: Config, target: string): Promise<BackupSummary> => {
  refuseDatabaseUrl(config, BACKED_UP_ELSEWHERE);
  const { DATA_DIR: dataDir } = config;
  const folder = resolve(target);
  refuseTarget(folder, dataDir);
  const binaries = findBinaries(config.POSTGRES_BIN);
  const runAs = chooseRunAs(join(dataDir, CLUSTER), binaries);
  const { connection, close } = await connectAsOperator(config);
  let rows = new Map<string, number>();
  let moment = new Date();
  let unlock = () => {};
  try {
    const made = makeAside(folder, async (draft) => {
      unlock = takeDraft(draft);
      allowPassing(draft);
      refuseUnreachable(runAs, draft);
      // A photo is stored before the row that names it and removed after it: copied before and
      // after the database, none is missing.
      await copyBeside(dataDir, draft);
      await copyRunningCluster(connection, join(dataDir, CLUSTER), join(draft, CLUSTER), runAs);
      moment = new Date();
      await copyBeside(dataDir, draft);
      rows = await verifyCluster(draft, binaries, runAs);
      closeTo(draft);
      writeMark(draft, { moment, rows, parts: await digestParts(draft) });
    });
    await written(folder, made);
    clearDraftMarks(folder);
    await tellOffice(connection, moment);
  } finally {
    unlock();
    await close();
  }
  return { folder, rows, photos: countPhotoFiles(folder) };
};
