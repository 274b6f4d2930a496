import { existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CLUSTER } from '#db/cluster/cluster-folder.ts';
import { bytesIn } from '#db/cluster/disk-space.ts';
import { type ArchiveStore, openArchiveStore } from '#integrations/archive/archive-store.ts';
import { type BackupArchive, type Base, idOfBase, listBases, readBase } from '../backup/archive/archive.ts';
import { lackOfRoom } from '../backup/archive/open-newest-base.ts';
import { readSealing } from '../backup/archive/sealing.ts';
import { waitingLog } from '../backup/archive/watch-log.ts';
import type { Config } from '../config.ts';
import { bad, badBecause, type Diagnosis, good, hoursInWords, warn } from './finding.ts';

const ABOUT = 'Place of backups';
const HOUR = 3_600_000;
/** A base of each night, which may take hours. */
const BASE_HOURS = 36;
/** Milliseconds after which a part of the log should have been kept. */
const WAITS_MS = 2 * 60_000;
/** Bytes below which a place is full. */
const FULL_BYTES = 256 * 1024 ** 2;
const LOG_SAYS = 'look at the dashboard and the server’s log: both say why';

/** A folder on the disk of the data is lost with it. */
const checkDisk = (place: string, dataDir: string): Diagnosis[] => {
  if (!existsSync(place) || !existsSync(dataDir) || statSync(place).dev !== statSync(dataDir).dev) return [];
  const says = `${place} is on the same disk as the data, and would be lost with it`;
  return [warn(ABOUT, says, 'name a folder on another disk, or a bucket, in BACKUP_URL')];
};

/** A base as large as the newest one must fit beside it. */
const checkRoom = (place: string, { chain, id }: Pick<Base, 'chain' | 'id'>): Diagnosis[] => {
  const { bavail, bsize } = statfsSync(place);
  const free = bavail * bsize;
  const megabytes = `${Math.floor(free / 1024 ** 2)} MB are free in ${place}`;
  const todo = 'put a larger disk in its place, or lower BACKUP_DAYS or BACKUP_MONTHS';
  if (free < FULL_BYTES) return [bad(ABOUT, megabytes, todo)];
  const needed = bytesIn(join(place, 'chains', chain, 'bases', id));
  return free < needed ? [warn(ABOUT, `${megabytes}, too little for another backup`, todo)] : [];
};

const checkNewest = async (archive: BackupArchive, now: Date): Promise<Diagnosis[]> => {
  const { place, mayVanish } = archive.store;
  const bases = await listBases(archive);
  // One of the future was made while the clock was wrong, and says nothing of the last night.
  const newest = bases.find(({ id }) => id <= idOfBase(now));
  const future = bases.length > 0 && newest !== bases[0];
  const ofFuture = warn(ABOUT, `${place} has a backup of a day to come`, 'see that this machine’s clock is right');
  if (newest === undefined) {
    return [
      bad(ABOUT, `${place} has no whole backup yet`, 'start the server, and look again'),
      ...(future ? [ofFuture] : []),
    ];
  }
  const { ended } = await readBase(archive, newest);
  const hours = (now.getTime() - new Date(ended).getTime()) / HOUR;
  const says = `The newest backup in ${place} is ${hoursInWords(hours)} old`;
  return [
    hours <= BASE_HOURS ? good(ABOUT, says) : bad(ABOUT, says, `${LOG_SAYS} no other was made`),
    ...(future ? [ofFuture] : []),
    ...(mayVanish ? checkRoom(place, newest) : []),
  ];
};

const checkPlace = async (store: ArchiveStore, config: Config, now: Date): Promise<Diagnosis[]> => {
  const sealing = await readSealing(store, config.BACKUP_PASSPHRASE);
  if (sealing !== null) return checkNewest({ store, sealing }, now);
  const away =
    'see that its disk is connected and belongs to this user; a new place is filled at the server’s next start';
  return [bad(ABOUT, `There are no backups in ${store.place}`, away)];
};

/** Changes that PostgreSQL has marked to be kept, and nobody has. */
const checkWaiting = (place: string, dataDir: string, now: Date): Diagnosis[] => {
  const waiting = waitingLog(dataDir);
  const waited = waiting === null ? 0 : now.getTime() - waiting.since.getTime();
  if (waited < WAITS_MS) return [];
  const says = `Changes of the last ${waited < HOUR ? `${Math.floor(waited / 60_000)} minutes` : hoursInWords(waited / HOUR)} are not kept in ${place} yet`;
  return [bad(ABOUT, says, `start the server if it does not run, else ${LOG_SAYS}`)];
};

/** A backup is opened beside the database, each `BACKUP_CHECK_DAYS`. */
const checkOpening = (dataDir: string): Diagnosis[] => {
  const lack = existsSync(join(dataDir, CLUSTER)) ? lackOfRoom(dataDir) : null;
  const todo = 'put DATA_DIR on a larger disk, or prove the backups elsewhere, by npm run restore on another machine';
  return lack === null ? [] : [warn(ABOUT, lack, todo)];
};

/** Photos in a bucket are its own affair. */
const checkPhotos = ({ FILES_S3_BUCKET }: Config): Diagnosis[] =>
  FILES_S3_BUCKET === undefined
    ? []
    : [
        warn(
          ABOUT,
          `Photos in the bucket ${FILES_S3_BUCKET} are not in the backups`,
          'have that bucket keep older versions of its objects, or copy it elsewhere',
        ),
      ];

const orWords = (found: Promise<Diagnosis[]>): Promise<Diagnosis[]> =>
  found.catch((error: unknown) => [
    badBecause(ABOUT, error, 'see that it can be reached and that this user may read it'),
  ]);

/** Whether the place of backups can be reached and opened, what it has, and what it lacks. */
export const checkArchive = async (config: Config, now = new Date()): Promise<Diagnosis[]> => {
  const { BACKUP_URL, DATA_DIR } = config;
  if (BACKUP_URL === undefined) return [];
  return orWords(
    openArchiveStore(BACKUP_URL, config).then(async (store) => [
      ...(store.mayVanish ? checkDisk(store.place, DATA_DIR) : []),
      ...checkOpening(DATA_DIR),
      ...checkPhotos(config),
      ...(await orWords((async () => checkWaiting(store.place, DATA_DIR, now))())),
      ...(await orWords(checkPlace(store, config, now))),
    ]),
  );
};
