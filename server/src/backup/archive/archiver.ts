import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ARCHIVING, CLUSTER } from '#db/cluster/cluster-folder.ts';
import type { ArchivingCluster, LogArchive } from '#db/cluster/start-cluster.ts';
import { asSuperuser } from '#db/cluster/superuser.ts';
import { type ArchiveState, type ArchiveStore, openArchiveStore } from '#integrations/archive/archive-store.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import { StartRefusal } from '#lib/refusal.ts';
import type { Config } from '../../config.ts';
import { type BackupArchive, type Base, getSealed, listBases, putSealed, readBase, segmentObject } from './archive.ts';
import { keepBase } from './keep-base.ts';
import { photoKeeper } from './keep-photos.ts';
import { removeOld } from './keep-until.ts';
import { type OpenedBase, openNewestBase } from './open-newest-base.ts';
import { beginSealing, readSealing } from './sealing.ts';

/** The archiving of a server's log, and of its photos. */
export type Archiver = LogArchive & {
  state: () => ArchiveState;
  /** The store, whose new photos are kept with the log. */
  noting: (files: FileStore) => FileStore;
  /** Whether a base is to be kept: none is of this chain, or of the last night. */
  isBaseDue: (now: Date) => Promise<boolean>;
  /** Keeps a base, and removes old ones. */
  keepBase: (now: Date) => Promise<Base>;
  /** Opens the newest base with the log after it, beside the database, as a restore would. */
  openNewest: () => Promise<OpenedBase>;
};

/**
 * Megabytes of the log that wait for a place that is away. Then the log has a gap, and a new base
 * is kept once the place is there again: the disk must not fill with it.
 */
const BEHIND_MB = 2_048;
/** The hour of Accra, from which the night's base is due. */
const NIGHT_HOUR = 2;

const wordsOf = (error: unknown): string => {
  const { message, name } = error as Error;
  return (message || name || String(error)).split('\n')[0] ?? '';
};

/** The chain of a DATA_DIR in a place; a file in DATA_DIR names both. */
const chainFile = (dataDir: string, place: string) => {
  const path = join(dataDir, ARCHIVING);
  const write = (chain: string): string => {
    // Overwritten in place, which a full disk allows too.
    const file = fs.openSync(path, fs.existsSync(path) ? 'r+' : 'w', 0o600);
    try {
      fs.ftruncateSync(file, fs.writeSync(file, `${chain} ${place}`, 0));
      fs.fsyncSync(file);
    } finally {
      fs.closeSync(file);
    }
    return chain;
  };
  return {
    /** Null before a server archived to this place. */
    read: (): string | null => {
      const [chain = '', ...words] = fs.existsSync(path) ? fs.readFileSync(path, 'utf8').split(' ') : [];
      return words.join(' ') === place ? chain : null;
    },
    begin: (): string => write(randomUUID()),
  };
};

const bytesIn = (folder: string): number =>
  fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { name }) => sum + (fs.lstatSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0), 0);

/** The archive has other content under the name: another server archives the same chain. */
class OtherContent extends Error {}

/** Opens a file, which PostgreSQL's user named; never what a link of his leads to. */
const readFileOf = (path: string) =>
  fs.createReadStream('', { fd: fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW) });

/**
 * Keeps a file of PostgreSQL's log in a chain. One that is there already stays, as PostgreSQL asks
 * again after a crash; throws `OtherContent` if it is another.
 */
const keepSegment = async (archive: BackupArchive, chain: string, name: string, path: string): Promise<void> => {
  const object = segmentObject(chain, name);
  const there = (await archive.store.has(`${object}${archive.sealing.ending}`))
    ? await getSealed(archive, object).then((content) => content && buffer(content))
    : null;
  if (there === null) return putSealed(archive, object, readFileOf(path));
  if (there.equals(await buffer(readFileOf(path)))) return;
  throw new OtherContent(`${object} is in ${archive.store.place} with other content`);
};

/** Opens the archive of a place; begins it only for a DATA_DIR that never archived. */
const openIn = async (
  store: ArchiveStore,
  passphrase: string | undefined,
  isKnown: boolean,
): Promise<BackupArchive> => {
  const sealing = await readSealing(store, passphrase);
  if (sealing !== null) return { store, sealing };
  // The empty folder below which a disk is connected must not be filled in its place.
  if (isKnown) throw new Error(`the backups that were in ${store.place} are not there`);
  return { store, sealing: await beginSealing(store, passphrase) };
};

/** Throws a `StartRefusal` for a place with a passphrase that does not fit; one may be away. */
const archiverOf = async (store: ArchiveStore, config: Config): Promise<Archiver> => {
  const { DATA_DIR: dataDir, BACKUP_PASSPHRASE: passphrase, BACKUP_DAYS, BACKUP_MONTHS } = config;
  const chains = chainFile(dataDir, store.place);
  const photos = photoKeeper(config.FILES_S3_BUCKET ? null : join(dataDir, 'files'));
  const state: ArchiveState = { place: store.place, keptUntil: null, stalled: null, lacksBase: true };
  let opened: BackupArchive | null = null;
  let cluster: ArchivingCluster | null = null;
  let lastBase: { chain: string; ended: Date } | null = null;
  /** True from a segment that was let go to the next that is kept. */
  let isInGap = false;

  const fail = (error: unknown): void => {
    const why = wordsOf(error);
    if (state.stalled === null) console.warn(`Nothing can be kept in ${store.place} now: ${why}`);
    state.stalled = { since: state.stalled?.since ?? new Date(), why };
  };
  const archive = async (): Promise<BackupArchive> => {
    opened ??= await openIn(store, passphrase, chains.read() !== null);
    return opened;
  };
  const chainNow = (): string => chains.read() ?? chains.begin();
  const beginChain = (why: string): void => {
    console.warn(`${why} A new base is kept, from which on any moment can be restored again.`);
    chains.begin();
    state.lacksBase = true;
  };
  const mustLetGo = (): boolean => {
    if (cluster === null) return false;
    return !cluster.hasRoom() || bytesIn(join(cluster.dataDir, CLUSTER, 'pg_wal')) > BEHIND_MB * 1024 ** 2;
  };
  const keepOne = async (name: string, path: string): Promise<void> => {
    const until = fs.lstatSync(path).mtime;
    const place = await archive();
    await photos.keepNew(place);
    await keepSegment(place, chainNow(), name, path).catch(async (error: unknown) => {
      if (!(error instanceof OtherContent)) throw error;
      beginChain(`${error.message}, as of another server with a copy of this folder.`);
      await keepSegment(place, chainNow(), name, path);
    });
    if (state.stalled !== null) console.log(`Everything is kept in ${store.place} again.`);
    isInGap = false;
    state.stalled = null;
    state.keptUntil = until;
  };
  /** The newest base of the chain; read from the place once. */
  const newestBase = async (): Promise<Date | null> => {
    const chain = chainNow();
    if (lastBase?.chain !== chain) {
      const place = await archive();
      const found = (await listBases(place)).find((base) => base.chain === chain);
      lastBase = found ? { chain, ended: new Date((await readBase(place, found)).ended) } : null;
    }
    state.lacksBase = lastBase === null;
    return lastBase?.ended ?? null;
  };

  await archive().catch((error: unknown) => {
    if (error instanceof StartRefusal) throw error;
    fail(error);
  });

  return {
    attach: (attached) => {
      cluster = attached;
    },
    keep: async (name, path) => {
      try {
        await keepOne(name, path);
        return true;
      } catch (error) {
        fail(error);
      }
      if (!mustLetGo()) return false;
      if (!isInGap) beginChain('The log that waited was let go, as the disk must not fill with it.');
      isInGap = true;
      // The log that was let go lies there until a checkpoint.
      if (cluster && !cluster.hasRoom()) await asSuperuser(cluster.connection, (query) => query('CHECKPOINT'));
      return true;
    },
    state: () => ({ ...state }),
    noting: photos.noting,
    isBaseDue: async (now) => {
      if (state.stalled !== null) return false;
      const last = await newestBase();
      const night = new Date(now);
      night.setUTCHours(NIGHT_HOUR, 0, 0, 0);
      return last === null || (last < night && now >= night);
    },
    keepBase: async (now) => {
      if (cluster === null) throw new Error('PostgreSQL does not run here');
      const chain = chainNow();
      const base = await keepBase({ archive: await archive(), chain, cluster, photos });
      // A gap meanwhile: the log that the base needs may be on either side of it.
      if (chain !== chainNow()) throw new Error('The log had a gap while the database was copied: it is copied again');
      lastBase = { chain, ended: new Date(base.ended) };
      state.lacksBase = false;
      const kept = { days: BACKUP_DAYS, months: BACKUP_MONTHS };
      await removeOld(await archive(), { chain, keys: photos.keys, kept, now });
      return base;
    },
    openNewest: async () => {
      if (cluster === null) throw new Error('PostgreSQL does not run here');
      return openNewestBase(await archive(), { ...cluster, chain: chainNow() });
    },
  };
};

/**
 * The archiving that the settings ask for, or null. Throws a `StartRefusal` for a passphrase that
 * does not fit; a place that is away is tried again with each segment.
 */
export const openArchiver = async (config: Config): Promise<Archiver | null> => {
  if (config.BACKUP_URL === undefined) return null;
  return archiverOf(await openArchiveStore(config.BACKUP_URL, config), config);
};
