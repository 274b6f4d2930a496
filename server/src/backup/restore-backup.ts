import fs from 'node:fs';
import { join, resolve } from 'node:path';
import { type Binaries, findBinaries } from '#db/cluster/binaries.ts';
import { BACKUP_MARK, CLUSTER, hasCluster } from '#db/cluster/cluster-folder.ts';
import { copyStoppedCluster } from '#db/cluster/copy-cluster.ts';
import { allowPassing } from '#db/cluster/run-as.ts';
import { verifyCluster, type WorkOnCopy } from '#db/cluster/verify-cluster.ts';
import { StartRefusal } from '#lib/refusal.ts';
import type { Config } from '../config.ts';
import { findArchive } from './archive/restore-archive.ts';
import { noteRestore, numbersUsed } from './archive/restore-notes.ts';
import type { BackupSummary } from './backup-mark.ts';
import { digestParts, readMark, refuseOtherParts, refuseOtherRows } from './backup-mark.ts';
import { BACKED_UP_ELSEWHERE, copyBeside, countPhotoFiles, isWithin, refuseDatabaseUrl } from './data-parts.ts';
import { EMPTY_WANTED, fillDataDir, migrateAndSkip } from './fill-data-dir.ts';
import { furthest, LastNumbers, noteSkipped } from './last-numbers.ts';
import type { Skipped } from './skip-after-copy.ts';

const BACKUP_WANTED = 'name a folder that npm run backup made';

/** Throws a `StartRefusal` for a folder that is no finished backup, such as a running server's. */
const refuseSource = (from: string, { version }: Binaries): void => {
  if (!hasCluster(from, version, BACKUP_WANTED) || !fs.existsSync(join(from, BACKUP_MARK))) {
    throw new StartRefusal(`${from} is no backup: ${BACKUP_WANTED}`);
  }
};

/** Says in a backup up to which numbers servers that were restored from it may give. */
const RESTORES = 'banbo-restores.json';

const readRestores = (folder: string): LastNumbers => {
  const path = join(folder, RESTORES);
  if (!fs.existsSync(path)) return {};
  try {
    return LastNumbers.parse(JSON.parse(fs.readFileSync(path, 'utf8')));
  } catch (error) {
    throw new StartRefusal(`${path} is damaged`, { advice: 'remove it, and give --skip=NUMBER', cause: error });
  }
};

const writeRestores = (folder: string, last: LastNumbers): string => {
  const path = join(folder, RESTORES);
  fs.writeFileSync(path, JSON.stringify(furthest([readRestores(folder), last])), { mode: 0o600, flush: true });
  return path;
};

type Restored = BackupSummary & {
  /** The moment of the copy. */
  moment: string;
  /** The numbers that were skipped, in words; none where none were. */
  skipped: string[];
  /** The note of the numbers, from which the next restore goes on; null for none. */
  note: string | null;
  /** False for a backup of an earlier version, which says nothing of photos and secrets. */
  isCompared: boolean;
};

/**
 * Puts a backup into DATA_DIR, which must hold no data, and opens it once there. Each series of
 * numbers skips `skip` of them, or as many as the database thinks right when it is null. The backup
 * stays unchanged, but for a note of these numbers. Throws a `StartRefusal` for a backup that is
 * not as it was made, and for causes that the operator can mend.
 */
export const restoreBackup = async (config: Config, source: string, skip: number | null): Promise<Restored> => {
  refuseDatabaseUrl(config, BACKED_UP_ELSEWHERE);
  const { DATA_DIR: dataDir } = config;
  const from = resolve(source);
  const binaries = findBinaries(config.POSTGRES_BIN);
  refuseSource(from, binaries);
  const mark = readMark(from);
  if (isWithin(dataDir, from)) throw new StartRefusal(`DATA_DIR is in the backup ${from}: ${EMPTY_WANTED}`);
  let rows = new Map<string, number>();
  let skipped: Skipped = { words: [], last: {} };
  const notes: (string | null)[] = [];
  const archive = await findArchive(config);
  let system = '';
  await fillDataDir(dataDir, binaries, async (draft, runAs) => {
    await copyBeside(from, draft);
    await copyStoppedCluster(join(from, CLUSTER), join(draft, CLUSTER), runAs);
    const parts = await digestParts(draft);
    refuseOtherParts(from, mark, parts, ['files', 'secrets']);
    allowPassing(draft);
    const work: WorkOnCopy = async (connection, found, replayed) => {
      // Before the database's files, as it says which table they are of.
      refuseOtherRows(from, mark, found);
      refuseOtherParts(from, mark, parts, ['database']);
      system = replayed.system;
      const used = archive === null ? {} : await numbersUsed(archive, system);
      const beyond = furthest([readRestores(from), used]);
      skipped = await migrateAndSkip(connection, { moment: mark.moment, count: skip, beyond });
    };
    rows = await verifyCluster(draft, binaries, runAs, { work });
    notes.push(await noteSkipped(skipped.last, (last) => writeRestores(from, last)));
    if (archive !== null) {
      const write = (numbers: LastNumbers) => noteRestore(archive, { system, numbers, now: new Date() });
      notes.push(await noteSkipped(skipped.last, write));
    }
  });
  const summary = { folder: dataDir, rows, photos: countPhotoFiles(dataDir) };
  const note = notes.filter((one) => one !== null).join(' and ') || null;
  return { ...summary, moment: mark.moment, skipped: skipped.words, note, isCompared: 'parts' in mark };
};
