import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findBinaries } from '#db/cluster/binaries.ts';
import type { WorkOnCopy } from '#db/cluster/verify-cluster.ts';
import { openPool } from '#db/connection/open-postgres.ts';
import type { OperatorConnection } from '#db/connection/operator-connection.ts';
import { photosOf } from '#domains/drivers';
import { type ArchiveStore, openArchiveStore } from '#integrations/archive/archive-store.ts';
import { StartRefusal } from '#lib/refusal.ts';
import type { Config } from '../../config.ts';
import type { BackupSummary } from '../backup-mark.ts';
import { countPhotoFiles, FILES } from '../data-parts.ts';
import { fillDataDir, migrateAndSkip } from '../fill-data-dir.ts';
import { type LastNumbers, noteSkipped } from '../last-numbers.ts';
import { type BackupArchive, keyOfPhoto, listSealed, photoObject } from './archive.ts';
import { findBase } from './find-base.ts';
import { momentsInWords, readChains } from './moments.ts';
import { openBase, unpackPhotos, unpackSecrets } from './open-base.ts';
import { noteRestore, numbersUsed } from './restore-notes.ts';
import { readSealing } from './sealing.ts';

/** The archive of a place, or null where there is none in it. Throws a `StartRefusal`. */
const archiveIn = async (store: ArchiveStore, config: Config): Promise<BackupArchive | null> => {
  const sealing = await readSealing(store, config.BACKUP_PASSPHRASE);
  return sealing && { store, sealing };
};

/** Opens the archive of the settings to read it. Throws a `StartRefusal` where there is none. */
export const openArchive = async (config: Config): Promise<BackupArchive> => {
  if (config.BACKUP_URL === undefined) {
    throw new StartRefusal('Name a folder that npm run backup made, or set BACKUP_URL to the place of the backups');
  }
  const store = await openArchiveStore(config.BACKUP_URL, config);
  const archive = await archiveIn(store, config);
  if (archive === null) throw new StartRefusal(`There are no backups in ${store.place}: is its disk connected?`);
  return archive;
};

/** The archive of the settings, or null without one. Throws a `StartRefusal`. */
export const findArchive = async (config: Config): Promise<BackupArchive | null> =>
  config.BACKUP_URL === undefined ? null : archiveIn(await openArchiveStore(config.BACKUP_URL, config), config);

type Needed = {
  /** The photos that the database names. */
  named: ReadonlySet<string>;
  /** Whether it has a use for a file: of drivers' photos, for those that it names. */
  isNeeded: (key: string) => boolean;
};

const readNeeded = async (connection: OperatorConnection['connection']): Promise<Needed> => {
  const { db, close } = openPool(connection);
  try {
    const { folder, allKeys } = photosOf(db);
    const named = new Set<string>();
    for await (const keys of allKeys()) for (const key of keys) named.add(key);
    return { named, isNeeded: (key) => !key.startsWith(`${folder}/`) || named.has(key) };
  } finally {
    await close();
  }
};

type RestoredMoment = BackupSummary & {
  /** The moment of the last change that was restored. */
  moment: string;
  /** The numbers that were skipped, in words; none where none were. */
  skipped: string[];
  /** The note of the numbers, from which the next restore goes on; null for none. */
  note: string | null;
  /** How many photos the database names that the backups do not have. */
  lostPhotos: number;
  /** False where the moment that was asked for is not kept: the last before it that is. */
  isOfMoment: boolean;
};

/** Tells in lines which moments can be restored, and of which chains where there are several. */
export const tellMoments = async (config: Config): Promise<string> =>
  momentsInWords(await readChains(await openArchive(config)));

type Wanted = { to: Date | null; skip: number | null; chain?: string | undefined };

/**
 * Restores the backups of BACKUP_URL into DATA_DIR, which must hold no data: as of the moment `to`,
 * or of the last that they have. Each series of numbers skips `skip` of them, or as many as the
 * database thinks right when it is null. Throws a `StartRefusal` for causes that the operator can
 * mend.
 */
export const restoreArchive = async (config: Config, { to, skip, chain }: Wanted): Promise<RestoredMoment> => {
  const binaries = findBinaries(config.POSTGRES_BIN);
  const archive = await openArchive(config);
  const found = await findBase(archive, { to, chain });
  const { base, target } = found;
  const dataDir = resolve(config.DATA_DIR);
  const result = {
    ...{ folder: dataDir, rows: new Map<string, number>(), moment: base.ended, lostPhotos: 0 },
    ...{ skipped: [] as string[], note: null as string | null },
  };
  let last: LastNumbers = {};
  let system = '';
  await fillDataDir(dataDir, binaries, async (draft, runAs) => {
    let needed: Needed = { named: new Set(), isNeeded: () => true };
    const work: WorkOnCopy = async (connection, _, { at, system: found }) => {
      result.moment = at?.toISOString() ?? base.ended;
      system = found;
      const beyond = await numbersUsed(archive, system);
      const skipped = await migrateAndSkip(connection, { moment: result.moment, count: skip, beyond });
      result.skipped = skipped.words;
      last = skipped.last;
      needed = await readNeeded(connection);
    };
    result.rows = await openBase(archive, found, draft, { binaries, runAs, work });
    // Before the parts are in their places: no server starts before it is noted.
    result.note = await noteSkipped(last, (numbers) => noteRestore(archive, { system, numbers, now: new Date() }));
    await unpackSecrets(archive, base, draft);
    // Of all that are kept: those that were stored after the base are in no list. A photo that was
    // removed, as of a person whose data were erased, must not come back without its record.
    if (config.FILES_S3_BUCKET) return;
    const kept = (await listSealed(archive, photoObject(''))).filter((object) => needed.isNeeded(keyOfPhoto(object)));
    await unpackPhotos(archive, kept, draft);
    const isLost = (key: string): boolean => !existsSync(join(draft, FILES, key));
    result.lostPhotos = [...needed.named].filter(isLost).length;
  });
  return { ...result, photos: countPhotoFiles(dataDir), isOfMoment: target !== 'own' };
};
