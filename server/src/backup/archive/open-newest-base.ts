import fs from 'node:fs';
import { join } from 'node:path';
import { CLUSTER } from '#db/cluster/cluster-folder.ts';
import { chooseRunAs } from '#db/cluster/run-as.ts';
import type { ArchivingCluster } from '#db/cluster/start-cluster.ts';
import type { BackupArchive } from './archive.ts';
import { findBase } from './find-base.ts';
import { openBase } from './open-base.ts';

/** A base that was opened: the moment of its last change, and its rows by table. */
export type OpenedBase = { moment: Date; rows: ReadonlyMap<string, number> };

/** The folder in DATA_DIR for a base that is opened, and removed again. */
const BESIDE = 'opened';

/** Room beyond the database's own size: for the log, and for what is written meanwhile. */
const SPARE_BYTES = 1024 ** 3;

const sizeOf = (folder: string): number =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, { parentPath, name }) => sum + (fs.lstatSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );

const refuseWithoutRoom = (dataDir: string): void => {
  const { bavail, bsize } = fs.statfsSync(dataDir);
  const needed = sizeOf(join(dataDir, CLUSTER)) + SPARE_BYTES;
  if (bavail * bsize >= needed) return;
  throw new Error(
    `${dataDir} has no room to open a backup beside the database: ${Math.ceil(needed / 1e9)} GB are needed`,
  );
};

/**
 * Proves that the newest base and the log after it can be restored: opens them beside the running
 * database, and reads every row.
 */
export const openNewestBase = async (
  archive: BackupArchive,
  { dataDir, binaries }: Pick<ArchivingCluster, 'dataDir' | 'binaries'>,
): Promise<OpenedBase> => {
  const draft = join(dataDir, BESIDE);
  const remove = () => fs.rmSync(draft, { recursive: true, force: true });
  remove();
  refuseWithoutRoom(dataDir);
  const base = await findBase(archive, null);
  fs.mkdirSync(draft, { mode: 0o700 });
  process.on('exit', remove);
  try {
    let moment = new Date(base.ended);
    const runAs = chooseRunAs(join(draft, CLUSTER), binaries);
    const rows = await openBase(archive, base, draft, {
      ...{ to: null, binaries, runAs },
      work: async (_, __, lastReplayed) => {
        moment = lastReplayed ?? moment;
      },
    });
    return { moment, rows };
  } finally {
    process.off('exit', remove);
    remove();
  }
};
