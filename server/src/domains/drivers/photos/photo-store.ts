import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { type Belongings, discardFile, expectFile, keepFile, releaseFile, sweepFiles } from '#domains/files';
import type { FileStore } from '#integrations/files/file-store.ts';
import { fromDatabase } from '#lib/database-trouble.ts';
import { Refusal } from '#lib/refusal.ts';
import type { DriverRow } from '../drivers.repo.ts';
import { allPhotos, countPhotos, hasPhoto, somePhotos } from './photos.repo.ts';

/** The store's folder of drivers' photos. */
const PHOTOS = 'drivers';

export const photoKey = (name: string): string => `${PHOTOS}/${name}`;

/** The longest side of a driver's photo in pixels: a face is recognised, and lists stay light. */
export const FACE_SIDE = 800;

const SAMPLE = 10;

/** True if the bucket is away: its codes are those of a database that is away. */
const isBucketAway = (error: Error): boolean => 'code' in error && /^ECONN/.test(String(error.code));

/** The database's photos; a store that belongs to it has at least one of the sample. */
export const photosOf = (db: Db): Belongings => ({
  folder: PHOTOS,
  sampleKeys: async () => (await somePhotos(db, SAMPLE)).map(photoKey),
  allKeys: async function* () {
    for await (const names of allPhotos(db)) yield names.map(photoKey);
  },
});

/**
 * Stores a photo's JPEG under a random name and answers the name. `keepPhoto` gives it to its
 * driver; a photo without a driver is removed, at the latest by the sweep.
 */
const storePhoto = async (db: Db, files: FileStore, jpeg: Uint8Array, now: Date): Promise<string> => {
  const name = `${randomUUID()}.jpg`;
  await expectFile(db, photoKey(name), now);
  try {
    await files.put(photoKey(name), jpeg);
  } catch (error) {
    await discardPhoto(db, files, name);
    // A full disk, or too many open files, has one answer, the same for photos and rows.
    const code = error instanceof Error && !isBucketAway(error) ? fromDatabase(error)?.code : undefined;
    if (code === 'storage_full' || code === 'busy') throw error;
    throw new Refusal(
      'storage_failed',
      'The photo could not be stored, so nothing was saved. Please try again later.',
      {},
      { cause: error },
    );
  }
  return name;
};

/** Gives a stored photo to the driver that the same transaction adds or changes. */
const keepPhoto = (tx: Tx, name: string): Promise<void> => keepFile(tx, photoKey(name));

/** Releases a person's photo, unless the row of another of their cars still has it. */
export const givePhotoUp = async (
  tx: Tx,
  { root_id, photo }: Pick<DriverRow, 'root_id' | 'photo'>,
  now: Date,
): Promise<void> => {
  if (photo !== null && !(await hasPhoto(tx, root_id, photo))) await releaseFile(tx, photoKey(photo), now);
};

/** Removes a photo that has no driver. */
const discardPhoto = (db: Db, files: FileStore, name: string): Promise<void> => discardFile(db, files, photoKey(name));

/**
 * Does work with the name of a photo's stored JPEG, or null without one. `keep` gives the photo to
 * the driver that the same transaction adds; one that nobody has kept by the work's end is removed,
 * so that a failure leaves no file.
 */
export const withStoredPhoto = async <T>(
  db: Db,
  files: FileStore,
  { jpeg, now }: { jpeg: Uint8Array | null; now: Date },
  work: (photo: string | null, keep: (tx: Tx) => Promise<void>) => Promise<T>,
): Promise<T> => {
  const photo = jpeg && (await storePhoto(db, files, jpeg, now));
  let kept = false;
  const keep = async (tx: Tx): Promise<void> => {
    if (photo) await keepPhoto(tx, photo);
    kept = true;
  };
  try {
    const done = await work(photo, keep);
    if (photo && !kept) await discardPhoto(db, files, photo);
    return done;
  } catch (error) {
    if (photo) await discardPhoto(db, files, photo);
    throw error;
  }
};

/** Removes a share of the photos without a driver (`domains/files`); returns how many. */
export const sweepPhotos = (db: Db, files: FileStore, now: Date): Promise<number> =>
  sweepFiles(db, files, { now, countKept: () => countPhotos(db) });
