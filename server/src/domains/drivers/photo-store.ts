import { randomUUID } from 'node:crypto';
import type { Db } from '#db/database.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import { Refusal } from '#lib/refusal.ts';
import { photosInUse } from './drivers.repo.ts';

/** The store's folder of drivers' photos. */
export const PHOTOS = 'drivers';

export const photoKey = (name: string): string => `${PHOTOS}/${name}`;

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT']);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Stores a photo's JPEG under a random name and gives the name. */
export const storePhoto = async (files: FileStore, jpeg: Uint8Array): Promise<string> => {
  const name = `${randomUUID()}.jpg`;
  try {
    await files.put(photoKey(name), jpeg);
  } catch (error) {
    // A full disk has its own answer, the same for photos and rows.
    if (DISK_FULL.has(codeOf(error))) throw error;
    throw new Refusal(
      'storage_failed',
      'The photo could not be stored, so nothing was saved. Please try again later.',
      {},
      { cause: error },
    );
  }
  return name;
};

/**
 * Removes a photo that no driver got. When a transaction's end is unknown the driver may be there after all, so this looks
 * first; what it cannot decide or remove is left to the sweep.
 */
export const discardPhoto = async (db: Db, files: FileStore, name: string): Promise<void> => {
  try {
    if ((await photosInUse(db, [name])).size === 0) await files.remove(photoKey(name));
  } catch {}
};
