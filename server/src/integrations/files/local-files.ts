import { mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissingFile, syncToDisk } from '#lib/durable-files.ts';
import type { FileStore } from './file-store.ts';

const KEY = /^[a-z]+\/[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/;

/** Whether a name is one that a store gives to a file; no such name leads out of its folder. */
export const isFileKey = (name: string): boolean => KEY.test(name);

const makeFolder = async (folder: string): Promise<void> => {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first) await syncToDisk(dirname(first));
};

const writeDurably = async (file: string, bytes: Uint8Array): Promise<void> => {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** A file's name until it is whole, made from its key: `remove` finds it after a power cut. */
const UNFINISHED = '.tmp';

/** Files in folders below `root`, made when the first is stored. A key is stored once. */
export const localFiles = (root: string): FileStore => {
  const pathOf = (key: string): string => {
    if (!isFileKey(key)) throw new RangeError(`Not a file's key: ${key}`);
    return join(root, key);
  };
  return {
    place: root,
    put: async (key, bytes) => {
      const file = pathOf(key);
      let written = `${file}${UNFINISHED}`;
      await makeFolder(dirname(file));
      try {
        await writeDurably(written, bytes);
        await rename(written, file);
        written = file;
        await syncToDisk(dirname(file));
      } catch (error) {
        await rm(written, { force: true }).catch(() => {});
        throw error;
      }
    },
    get: async (key) => {
      try {
        const handle = await open(pathOf(key));
        return handle.createReadStream();
      } catch (error) {
        if (isMissingFile(error)) return null;
        throw error;
      }
    },
    has: async (key) => {
      try {
        return (await stat(pathOf(key))).isFile();
      } catch (error) {
        if (isMissingFile(error)) return false;
        throw error;
      }
    },
    remove: async (key) => {
      const file = pathOf(key);
      await rm(`${file}${UNFINISHED}`, { force: true });
      await rm(file, { force: true });
    },
    isEmpty: async (folder) => {
      const entries = await opendir(join(root, folder)).catch((error: unknown) => {
        if (isMissingFile(error)) return [];
        throw error;
      });
      for await (const { name } of entries) if (!name.endsWith(UNFINISHED)) return false;
      return true;
    },
    list: async function* (folder) {
      const names = await readdir(join(root, folder)).catch((error: unknown) => {
        if (isMissingFile(error)) return [];
        throw error;
      });
      yield names.filter((name) => !name.endsWith(UNFINISHED)).map((name) => `${folder}/${name}`);
    },
  };
};
