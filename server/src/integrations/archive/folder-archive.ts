import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { access, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isMissingFile, syncToDisk } from '#lib/durable-files.ts';
import type { ArchiveStore } from './archive-store.ts';

/** The beginning of the name of an object that is not whole. */
const UNFINISHED = '.unfinished-';

/** Makes the folders below `root`, which itself must be there: a disk may not be mounted. */
const makeFolders = async (root: string, folder: string): Promise<void> => {
  if (folder === root) return access(root);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(folder) === root) throw error;
    await makeFolders(root, dirname(folder));
    return makeFolders(root, folder);
  }
  await syncToDisk(dirname(folder));
};

const entriesBelow = (folder: string) =>
  readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isMissingFile(error)) return [];
    throw error;
  });

/** Backups in a folder that only this user and root may enter. */
export const folderArchive = (root: string, signal?: AbortSignal): ArchiveStore => ({
  place: root,
  mayVanish: true,
  until: (ending) => folderArchive(root, ending),
  put: async (name, content) => {
    const path = join(root, name);
    const draft = join(dirname(path), `${UNFINISHED}${randomUUID()}`);
    await makeFolders(root, dirname(path)).catch((error: unknown) => {
      content.destroy();
      throw error;
    });
    try {
      await pipeline(content, createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true }), { signal });
      signal?.throwIfAborted();
      await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {});
      throw error;
    }
    await syncToDisk(dirname(path));
  },
  get: async (name) => {
    const path = join(root, name);
    try {
      await access(path);
    } catch (error) {
      if (isMissingFile(error)) return null;
      throw error;
    }
    return createReadStream(path);
  },
  has: async (name) => {
    try {
      await access(join(root, name));
      return true;
    } catch (error) {
      // A folder that is away has no say on what is in it.
      if (isMissingFile(error)) return access(root).then(() => false);
      throw error;
    }
  },
  list: async function* (prefix) {
    await access(root);
    const entries = await entriesBelow(join(root, prefix));
    yield entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith(UNFINISHED))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  },
  remove: async (names) => {
    for (const name of names) await rm(join(root, name), { force: true });
  },
  removeDrafts: async (before) => {
    for (const { name, parentPath } of await entriesBelow(root)) {
      if (!name.startsWith(UNFINISHED)) continue;
      const path = join(parentPath, name);
      if ((await lstat(path)).mtime < before) await rm(path, { force: true });
    }
  },
});
