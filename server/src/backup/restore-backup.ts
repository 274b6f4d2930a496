import fs from 'node:fs';
import { join, resolve } from 'node:path';
import { formatInstant } from '@banbo/contract';
import { type Binaries, findBinaries } from '#db/cluster/binaries.ts';
import { BACKUP_MARK, CLUSTER, hasCluster, RESTORED } from '#db/cluster/cluster-folder.ts';
import { copyStoppedCluster } from '#db/cluster/copy-cluster.ts';
import { allowPassing, chooseRunAs, closeTo } from '#db/cluster/run-as.ts';
import { verifyCluster } from '#db/cluster/verify-cluster.ts';
import { openPool } from '#db/connection/open-postgres.ts';
import type { OperatorConnection } from '#db/connection/operator-connection.ts';
import { migrate } from '#db/migration/migrate.ts';
import { lockFolder } from '#lib/folder-lock.ts';
import { flush, makeAside, removeDraft } from '#lib/make-aside.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { seedReference } from '../../seeds/reference.ts';
import type { Config } from '../config.ts';
import type { BackupSummary } from './backup-mark.ts';
import { digestParts, readMark, refuseOtherParts, refuseOtherRows } from './backup-mark.ts';
import { BESIDE_CLUSTER, copyBeside, countPhotoFiles, isWithin, refuseServer, written } from './data-parts.ts';
import { skipAfterCopy } from './skip-after-copy.ts';

const BACKUP_WANTED = 'name a folder that npm run backup made';
const EMPTY_WANTED = 'set DATA_DIR to a new or an empty folder';

/** Throws a `StartRefusal` for a folder that is no finished backup, such as a running server's. */
const refuseSource = (from: string, { version }: Binaries): void => {
  if (!hasCluster(from, version, BACKUP_WANTED) || !fs.existsSync(join(from, BACKUP_MARK))) {
    throw new StartRefusal(`${from} is no backup: ${BACKUP_WANTED}`);
  }
};

/** Moves the parts to their places, the database last: a folder without it is not complete. */
const moveParts = (from: string, to: string): void => {
  for (const name of [...BESIDE_CLUSTER, CLUSTER]) {
    if (!fs.existsSync(join(from, name))) continue;
    fs.renameSync(join(from, name), join(to, name));
    flush(to);
  }
  fs.rmdirSync(from);
};

type Restored = BackupSummary & {
  /** The moment of the copy. */
  moment: string;
  /** The numbers that were skipped, in words; empty for none. */
  skipped: string;
  /** False for a backup of an earlier version, which says nothing of photos and secrets. */
  isCompared: boolean;
};

/** Brings the schema of the opened copy up to date, and has its series skip numbers. */
const goOn = async (
  connection: OperatorConnection['connection'],
  moment: string,
  count: number | null,
): Promise<string> => {
  if (count === 0) return '';
  const { db, close } = openPool(connection);
  try {
    await migrate(db, seedReference);
    const reason = `A backup of ${formatInstant(moment)} was restored.`;
    return await skipAfterCopy(db, { reason, count, now: new Date() });
  } finally {
    await close();
  }
};

/**
 * Puts a backup into DATA_DIR, which must hold no data, and opens it once there. Each series of
 * numbers skips `skip` of them, or as many as the database thinks right when it is null. The backup
 * stays unchanged. Throws a `StartRefusal` for a backup that is not as it was made, and for causes
 * that the operator can mend.
 */
export const restoreBackup = async (config: Config, source: string, skip: number | null): Promise<Restored> => {
  refuseServer(config);
  const { DATA_DIR: dataDir } = config;
  const from = resolve(source);
  const binaries = findBinaries(config.POSTGRES_BIN);
  refuseSource(from, binaries);
  const mark = readMark(from);
  if (isWithin(dataDir, from)) throw new StartRefusal(`DATA_DIR is in the backup ${from}: ${EMPTY_WANTED}`);
  const unlock = lockFolder(dataDir);
  try {
    if (hasCluster(dataDir, binaries.version, EMPTY_WANTED)) {
      throw new StartRefusal(`${dataDir} holds a database already: ${EMPTY_WANTED}`);
    }
    let rows = new Map<string, number>();
    let skipped = '';
    removeDraft(join(dataDir, RESTORED));
    const made = makeAside(join(dataDir, RESTORED), async (draft) => {
      allowPassing(draft);
      const runAs = chooseRunAs(join(draft, CLUSTER), binaries);
      closeTo(draft);
      await copyBeside(from, draft);
      await copyStoppedCluster(join(from, CLUSTER), join(draft, CLUSTER), runAs);
      const parts = await digestParts(draft);
      refuseOtherParts(from, mark, parts, ['files', 'secrets']);
      allowPassing(draft);
      rows = await verifyCluster(draft, binaries, runAs, async (connection, found) => {
        // Before the database's files, as it says which table they are of.
        refuseOtherRows(from, mark, found);
        refuseOtherParts(from, mark, parts, ['database']);
        skipped = await goOn(connection, mark.moment, skip);
      });
    });
    await written(dataDir, made);
    moveParts(join(dataDir, RESTORED), dataDir);
    const summary = { folder: dataDir, rows, photos: countPhotoFiles(dataDir) };
    return { ...summary, moment: mark.moment, skipped, isCompared: 'parts' in mark };
  } finally {
    unlock();
  }
};
