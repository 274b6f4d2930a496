import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { archivingFile } from '#db/cluster/archiving-file.ts';
import type { ArchivingCluster, LogArchive } from '#db/cluster/start-cluster.ts';
import { asSuperuser } from '#db/cluster/superuser.ts';
import { type ArchiveState, type ArchiveStore, openArchiveStore } from '#integrations/archive/archive-store.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import type { Config } from '../../config.ts';
import type { BackupArchive, Base } from './archive.ts';
import { baseSchedule } from './base-schedule.ts';
import { keepBase } from './keep-base.ts';
import { photoKeeper } from './keep-photos.ts';
import { keepSegment, OtherContent } from './keep-segment.ts';
import { type OpenedBase, openNewestBase } from './open-newest-base.ts';
import { markedStore, OtherPlace, oneAtATime, openPlace, wordsOf } from './open-place.ts';
import { removeWhatIsOld } from './remove-by-bases.ts';
import { markIn } from './sealing.ts';
import { logWatch, waitingLog } from './watch-log.ts';

/** The archiving of a server's log, and of its photos. */
export type Archiver = LogArchive & {
  state: () => ArchiveState;
  /** The store, whose new photos are kept with the log. */
  noting: (files: FileStore) => FileStore;
  /** Whether a base is to be kept: none is of this chain, or of the last night. */
  isBaseDue: (now: Date) => Promise<boolean>;
  keepBase: () => Promise<Base>;
  /** True from a base that was kept until old ones were removed, or their place refused it. */
  isRemovalDue: () => boolean;
  /** Removes what no base needs any more, and drafts. Gives why the place refuses it, or null. */
  removeOld: (now: Date) => Promise<string | null>;
  /** Opens the newest base with the log after it, beside the database, as a restore would. */
  openNewest: () => Promise<OpenedBase>;
};

/**
 * Megabytes of the log that wait for a place that is away. Then the log has a gap, and a new base
 * is kept once the place is there again: the disk must not fill with it.
 */
const BEHIND_MB = 2_048;
const SEGMENT_MB = 16;
/** Milliseconds for which a start waits for the place, so that the first page knows of it. */
const OPEN_MS = 3_000;
/** Milliseconds between two looks at what waits. */
const WATCH_MS = 5_000;
/** Milliseconds until photos of before the start are tried again. */
const AGAIN_MS = 60_000;
/** Milliseconds until a removal that failed is tried again: it lists all that is in the place. */
const REMOVE_AGAIN_MS = 3_600_000;
/** Milliseconds that a part of the log, with the photos before it, may take over a slow line. */
const KEEP_MS = 5 * 60_000;

/** Since when PostgreSQL waits, which may be before this start; null for not at all. */
const waitingSince = (dataDir: string): Date | null => {
  try {
    return waitingLog(dataDir)?.since ?? null;
  } catch {
    return null;
  }
};

const archiverOf = async (place: ArchiveStore, config: Config, uptime: () => number): Promise<Archiver> => {
  const { DATA_DIR: dataDir, BACKUP_PASSPHRASE: passphrase, BACKUP_DAYS, BACKUP_MONTHS } = config;
  const ending = new AbortController();
  const store = place.until(ending.signal);
  const chains = archivingFile(dataDir);
  const photos = photoKeeper(config.FILES_S3_BUCKET ? null : join(dataDir, 'files'));
  const watch = logWatch(dataDir, uptime);
  const state: Omit<ArchiveState, 'lacksBase' | 'baseSince'> = {
    place: store.place,
    keptUntil: null,
    stalled: null,
    waiting: null,
    baseFailure: null,
    openFailure: null,
  };
  let opening: Promise<BackupArchive> | null = null;
  let cluster: ArchivingCluster | null = null;
  /** True from a segment that was let go to the next that is kept. */
  let isInGap = false;
  /** The moment of `uptime` from which old ones are to be removed. */
  let removalFrom = Number.POSITIVE_INFINITY;
  let leftPhotosAt = 0;
  let failure: ArchiveState['stalled'] = null;
  let timer: NodeJS.Timeout | undefined;

  const tell = (late: ArchiveState['stalled']): void => {
    const was = state.stalled;
    const [first = null, second = first] = [failure, late].filter((one) => one !== null);
    state.stalled = first &&
      second && { since: first.since < second.since ? first.since : second.since, why: first.why };
    if (was === null && first) console.warn(`Changes are not kept in ${store.place} now: ${first.why}`);
    if (was !== null && !first) console.log(`Everything is kept in ${store.place} again.`);
  };
  const withinMinutes = (): AbortSignal => AbortSignal.any([ending.signal, AbortSignal.timeout(KEEP_MS)]);
  const archive = (): Promise<BackupArchive> => {
    const open = async (): Promise<BackupArchive> => {
      const within = place.until(withinMinutes());
      const sealing = await openPlace(within, passphrase, chains.chainIn(store.place) !== null);
      return { store: markedStore(store, (await markIn(within)) ?? '', uptime), sealing };
    };
    opening ??= open().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  const chainNow = (): string => chains.chainIn(store.place) ?? chains.begin(store.place);
  const bases = baseSchedule({ now: chainNow, begunAt: chains.begunAt }, async () => {
    const { sealing, store: opened } = await archive();
    return { sealing, store: opened.until(withinMinutes()) };
  });
  const beginChain = (why: string): void => {
    console.warn(`${why} A new base is kept, from which on any moment can be restored again.`);
    chains.begin(store.place);
    bases.noteChain();
  };
  const waitingMb = (): number => (waitingLog(dataDir)?.count ?? 0) * SEGMENT_MB;
  const mustDropLog = (): boolean => cluster !== null && (!cluster.hasRoom() || waitingMb() > BEHIND_MB);
  const keepIn = async (signal: AbortSignal, name: string, path: string): Promise<Date> => {
    const { sealing, store: opened } = await archive();
    const within = { sealing, store: opened.until(AbortSignal.any([ending.signal, signal])) };
    await photos.keepNew(within);
    return keepSegment(within, chainNow(), name, path);
  };
  const log = oneAtATime(uptime, async (signal, name: string, path: string): Promise<void> => {
    const until = await keepIn(signal, name, path).catch((error: unknown) => {
      if (error instanceof OtherPlace) {
        // It may have a key of its own.
        opening = null;
        beginChain(`${error.message}.`);
      } else if (error instanceof OtherContent) {
        beginChain(`${error.message}, as of another server with a copy of this folder.`);
      } else throw error;
      return keepIn(signal, name, path);
    });
    isInGap = false;
    state.keptUntil = until;
    failure = null;
    look();
  });
  const doing = (): string | null => {
    if (log.current() === null) return null;
    const left = photos.newLeft();
    return left === 0
      ? 'one is being stored'
      : `${left} new ${left === 1 ? 'photo is' : 'photos are'} being stored first`;
  };
  const noteStall = (error: unknown): void => {
    failure = { since: failure?.since ?? waitingSince(dataDir) ?? new Date(), why: wordsOf(error) };
    tell(null);
  };
  const compare = (): void => {
    const { waiting, late } = watch.look(doing());
    state.waiting = waiting;
    tell(late);
    const current = log.current();
    const isTooLong = current !== null && uptime() - current.begun > KEEP_MS;
    if (late !== null && (isTooLong || mustDropLog()))
      current?.abort.abort(new Error(`${store.place} does not answer`));
    if (late !== null && !isInGap && mustDropLog()) askAgain();
    if (state.stalled === null) void keepLeftPhotos();
  };
  /** Has PostgreSQL ask now: it waits a minute after a failure, in which a disk may fill. */
  const askAgain = (): void => {
    if (cluster === null) return;
    asSuperuser(cluster.connection, (query) => query('SELECT pg_reload_conf()')).catch(() => {});
  };
  const look = (): void => {
    try {
      compare();
    } catch (error) {
      noteStall(error);
    }
  };
  /** Keeps photos that were stored just before the last end, once after each start. */
  const keepLeftPhotos = async (): Promise<void> => {
    // The first base brings all of them.
    if (bases.state.lacksBase || uptime() < leftPhotosAt) return;
    leftPhotosAt = Number.POSITIVE_INFINITY;
    const keepAll = async () => photos.keepAll(await archive());
    await keepAll().catch((error: unknown) => {
      leftPhotosAt = uptime() + AGAIN_MS;
      console.warn(`Photos of before the start are not kept in ${store.place} yet: ${wordsOf(error)}`);
    });
  };

  // A place that cannot be opened stalls the backups alone: whoever can write there could else keep
  // the server from starting.
  await Promise.race([archive().catch(noteStall), delay(OPEN_MS, null, { ref: false })]);

  return {
    attach: (attached) => {
      cluster = attached;
      timer = setInterval(look, WATCH_MS).unref();
    },
    keep: async (name, path) => {
      watch.noteAsked();
      try {
        await log.begin(name, path);
        return true;
      } catch (error) {
        if (ending.signal.aborted) return false;
        noteStall(error);
      }
      if (!mustDropLog()) return false;
      if (!isInGap) beginChain('The log that waited was let go, as the disk must not fill with it.');
      isInGap = true;
      // The log that was let go lies there until a checkpoint.
      if (cluster && !cluster.hasRoom()) await asSuperuser(cluster.connection, (query) => query('CHECKPOINT'));
      return true;
    },
    end: () => {
      clearInterval(timer);
      ending.abort(new Error('The server ends'));
      log.current()?.abort.abort(ending.signal.reason);
    },
    state: () => ({ ...state, ...bases.state }),
    noting: photos.noting,
    isBaseDue: async (now) => state.stalled === null && bases.isDue(now),
    keepBase: async () => {
      if (cluster === null) throw new Error('PostgreSQL does not run here');
      const chain = chainNow();
      try {
        const base = await keepBase({ archive: await archive(), chain, chainNow, cluster, photos });
        bases.noteKept(base);
        state.baseFailure = null;
        removalFrom = uptime();
        return base;
      } catch (error) {
        state.baseFailure = wordsOf(error);
        throw error;
      }
    },
    isRemovalDue: () => uptime() >= removalFrom,
    removeOld: async (now) => {
      const kept = { days: BACKUP_DAYS, months: BACKUP_MONTHS };
      removalFrom = uptime() + REMOVE_AGAIN_MS;
      const refused = await removeWhatIsOld(await archive(), { chain: chainNow(), keys: photos.keys, kept, now });
      removalFrom = Number.POSITIVE_INFINITY;
      return refused;
    },
    openNewest: async () => {
      if (cluster === null) throw new Error('PostgreSQL does not run here');
      try {
        const opened = await openNewestBase(await archive(), { ...cluster, chain: chainNow() });
        state.openFailure = null;
        return opened;
      } catch (error) {
        state.openFailure = wordsOf(error);
        throw error;
      }
    },
  };
};

/**
 * The archiving that the settings ask for, or null. A place that is away, or whose passphrase does
 * not fit, is tried again with each segment.
 */
export const openArchiver = async (
  config: Config,
  uptime: () => number = () => performance.now(),
): Promise<Archiver | null> => {
  if (config.BACKUP_URL === undefined) return null;
  return archiverOf(await openArchiveStore(config.BACKUP_URL, config), config, uptime);
};
