import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CLUSTER } from '#db/cluster/cluster-folder.ts';
import { bytesIn } from '#db/cluster/disk-space.ts';
import type { ArchivingCluster } from '#db/cluster/start-cluster.ts';
import { packFolder, streamRunningCluster } from '#db/cluster/stream-cluster.ts';
import { openPool } from '#db/connection/open-postgres.ts';
import { lastNumbers } from '#db/copy-database.ts';
import { SECRETS } from '../data-parts.ts';
import type { LastNumbers } from '../last-numbers.ts';
import { type BackupArchive, type Base, baseObject, idOfBase, putSealed } from './archive.ts';
import { type PhotoKeeper, photosBetween, putPhotoList } from './keep-photos.ts';

type Parts = {
  archive: BackupArchive;
  chain: string;
  /** The chain of this moment: a gap in the log begins another. */
  chainNow: () => string;
  cluster: ArchivingCluster;
  photos: PhotoKeeper;
};

const packSecrets = (dataDir: string) =>
  packFolder(dataDir, { kind: 'self' }, { what: existsSync(join(dataDir, SECRETS)) ? [SECRETS] : ['-T', '/dev/null'] });

const readNumbers = async ({ connection }: ArchivingCluster): Promise<LastNumbers> => {
  const { db, close } = openPool(connection);
  try {
    return await lastNumbers(db, new Date());
  } finally {
    await close();
  }
};

/**
 * Copies the running database, the secrets, and the photos that the archive lacks. The base is one
 * once its last object is there; what a server that was killed left is removed with old bases.
 */
export const keepBase = async ({ archive, chain, chainNow, cluster, photos }: Parts): Promise<Base> => {
  const begun = new Date();
  const id = idOfBase(begun);
  const { dataDir, connection, runAs, binaries } = cluster;
  const folder = join(dataDir, CLUSTER);
  // Before it is compressed; the database may grow meanwhile.
  const most = 2 * bytesIn(folder);
  const streamed = await streamRunningCluster(connection, folder, runAs, (packed) =>
    putSealed(archive, baseObject({ chain, id }, 'files'), packed, most),
  );
  const ended = new Date().toISOString();
  await putSealed(archive, baseObject({ chain, id }, 'secrets'), packSecrets(dataDir));
  // After the database: a photo is stored before the row that names it.
  const kept = await photos.keepAll(archive);
  await putPhotoList(archive, { chain, id }, [...kept.keys, ...(await photosBetween(archive, kept))]);
  const base: Base = {
    format: 1,
    chain,
    id,
    begun: begun.toISOString(),
    ended,
    ...streamed,
    version: binaries.version,
    numbers: await readNumbers(cluster),
  };
  // The log that the base needs may be on either side of a gap.
  if (chain !== chainNow()) throw new Error('The log had a gap while the database was copied: it is copied again');
  await putSealed(archive, baseObject(base, 'base'), JSON.stringify(base));
  return base;
};
