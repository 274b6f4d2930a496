import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import type { FileStore } from '#integrations/files/file-store.ts';
import { isFileKey } from '#integrations/files/local-files.ts';
import { isMissingFile } from '#lib/durable-files.ts';
import { severalAtOnce } from '#lib/several-at-once.ts';
import {
  type BackupArchive,
  type Base,
  baseObject,
  keyOfPhoto,
  listBases,
  listSealed,
  photoObject,
  photosAtOnce,
  putSealed,
  readSealed,
} from './archive.ts';
import { bufferUpTo } from './bounded.ts';

/** The photos and documents of a DATA_DIR, whose files never change. */
export type PhotoKeeper = {
  /** The store, which notes what it stores from now on. */
  noting: (files: FileStore) => FileStore;
  /** Keeps what was stored since the last time. */
  keepNew: (archive: BackupArchive) => Promise<void>;
  /** How many of these are left to keep. */
  newLeft: () => number;
  /** Keeps all that the archive lacks; gives the keys of all, and of those that it had. */
  keepAll: (archive: BackupArchive) => Promise<{ keys: string[]; had: string[] }>;
  /** The keys of all that is there now. */
  keys: () => Promise<string[]>;
};

const keysIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isMissingFile(error)) return [];
    throw error;
  });
  return (
    entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
      // Others than the store put there are not of the database.
      .filter(isFileKey)
  );
};

/** Keeps one, unless it was removed meanwhile. */
const keepOne = async (archive: BackupArchive, folder: string, key: string): Promise<void> => {
  const path = join(folder, key);
  try {
    await stat(path);
  } catch (error) {
    if (isMissingFile(error)) return;
    throw error;
  }
  await putSealed(archive, photoObject(key), createReadStream(path));
};

/** `folder` is that of the files, or null where a bucket has them, which is not backed up here. */
export const photoKeeper = (folder: string | null): PhotoKeeper => {
  const stored = new Set<string>();
  const keep = async (archive: BackupArchive, keys: Iterable<string>): Promise<void> => {
    if (folder === null) return;
    await severalAtOnce(keys, photosAtOnce(archive), async (key) => {
      await keepOne(archive, folder, key);
      stored.delete(key);
    });
  };
  const keysOf = async (): Promise<string[]> => (folder === null ? [] : keysIn(folder));
  return {
    keys: keysOf,
    noting: (files) => ({
      ...files,
      put: async (key, bytes) => {
        await files.put(key, bytes);
        if (folder !== null) stored.add(key);
      },
    }),
    newLeft: () => stored.size,
    keepNew: (archive) => keep(archive, stored),
    keepAll: async (archive) => {
      const keys = await keysOf();
      const had = (await listSealed(archive, photoObject(''))).map(keyOfPhoto);
      const hadBefore = new Set(had);
      await keep(
        archive,
        keys.filter((key) => !hadBefore.has(key)),
      );
      return { keys, had };
    },
  };
};

/** Writes the keys that a base has. */
export const putPhotoList = (archive: BackupArchive, base: Pick<Base, 'chain' | 'id'>, keys: readonly string[]) =>
  putSealed(archive, baseObject(base, 'photos'), Readable.from(keys.map((key) => `${key}\n`)));

/** Bytes of a list of some millions of photos. */
const LIST_BYTES = 256 * 1024 ** 2;

export const readPhotoList = async (archive: BackupArchive, base: Pick<Base, 'chain' | 'id'>): Promise<string[]> =>
  (await bufferUpTo(await readSealed(archive, baseObject(base, 'photos')), LIST_BYTES))
    .toString()
    .split('\n')
    .filter((key) => key !== '');

/**
 * Of the photos that the place had, those that neither DATA_DIR nor the list of a base has: they
 * came and went since the last one, and the moments between can be restored.
 */
export const photosBetween = async (
  archive: BackupArchive,
  { keys, had }: { keys: readonly string[]; had: readonly string[] },
): Promise<string[]> => {
  const named = new Set(keys);
  for (const base of await listBases(archive)) {
    // Of one whose list cannot be read, more is kept than is needed.
    for (const key of await readPhotoList(archive, base).catch(() => [])) named.add(key);
  }
  return had.filter((key) => !named.has(key));
};
