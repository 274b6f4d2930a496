import fs from 'node:fs';
import { join } from 'node:path';
import { CLUSTER, OPENED } from '#db/cluster/cluster-folder.ts';
import { bytesIn } from '#db/cluster/disk-space.ts';
import { chooseRunAs } from '#db/cluster/run-as.ts';
import type { ArchivingCluster } from '#db/cluster/start-cluster.ts';
import type { WorkOnCopy } from '#db/cluster/verify-cluster.ts';
import type { BackupArchive } from './archive.ts';
import { findBase } from './find-base.ts';
import { openBase } from './open-base.ts';

/** A base that was opened: the moment of its last change, and its rows by table. */
export type OpenedBase = { moment: Date; rows: ReadonlyMap<string, number> };

/** Room beyond the database's own size: for the log, and for what is written meanwhile. */
const SPARE_BYTES = 1024 ** 3;

const inGigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;

/** In bytes. */
type Room = { free: number; needed: number };

const roomOf = (dataDir: string): Room => {
  const { bavail, bsize } = fs.statfsSync(dataDir);
  return { free: bavail * bsize, needed: bytesIn(join(dataDir, CLUSTER)) + SPARE_BYTES };
};

/** Says that a backup cannot be opened beside the database for want of room; null where it can. */
export const lackOfRoom = (dataDir: string, { free, needed }: Room = roomOf(dataDir)): string | null => {
  if (free >= needed) return null;
  return `${dataDir} has no room to open a backup beside the database: ${inGigabytes(needed)} are needed, and ${inGigabytes(free)} are free`;
};

/**
 * Proves that the newest base of the chain and the log after it can be restored: opens them beside
 * the running database, and reads every row.
 */
export const openNewestBase = async (
  archive: BackupArchive,
  { dataDir, binaries, chain }: Pick<ArchivingCluster, 'dataDir' | 'binaries'> & { chain: string },
): Promise<OpenedBase> => {
  const draft = join(dataDir, OPENED);
  const remove = () => fs.rmSync(draft, { recursive: true, force: true });
  remove();
  const lack = lackOfRoom(dataDir);
  if (lack !== null) throw new Error(lack);
  const found = await findBase(archive, { to: null, chain });
  fs.mkdirSync(draft, { mode: 0o700 });
  process.on('exit', remove);
  try {
    let moment = new Date(found.base.ended);
    const runAs = chooseRunAs(join(draft, CLUSTER), binaries);
    const work: WorkOnCopy = async (_, __, { at }) => {
      moment = at ?? moment;
    };
    const rows = await openBase(archive, found, draft, { binaries, runAs, work });
    return { moment, rows };
  } finally {
    process.off('exit', remove);
    remove();
  }
};
