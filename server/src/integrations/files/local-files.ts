import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore } from './file-store.ts';

const KEY = /^[a-z]+\/[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/;

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Makes a file's name, or its end, survive a power cut. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
};

const makeFolder = async (folder: string): Promise<void> => {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first) await syncFolder(dirname(first));
};

const writeDurably = async (file: string, bytes: Uint8Array): Promise<void> => {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Files in folders below `root`, which is made when the first one is stored. */
export const localFiles = (root: string): FileStore => {
  const pathOf = (key: string): string => {
    if (!KEY.test(key)) throw new RangeError(`Not a file's key: ${key}`);
    return join(root, key);
  };
  return {
    put: async (key, bytes) => {
      const file = pathOf(key);
      const unfinished = `${file}.${randomUUID()}.tmp`;
      await makeFolder(dirname(file));
      try {
        await writeDurably(unfinished, bytes);
        await rename(unfinished, file);
        await syncFolder(dirname(file));
      } catch (error) {
        await Promise.allSettled([unfinished, file].map((one) => rm(one, { force: true })));
        throw error;
      }
    },
    get: async (key) => {
      try {
        const handle = await open(pathOf(key));
        return handle.createReadStream();
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    remove: async (key) => rm(pathOf(key), { force: true }),
    list: async function* (folder) {
      const opened = await opendir(join(root, folder)).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      for await (const entry of opened) {
        const found = await stat(join(root, folder, entry.name)).catch(() => null);
        if (found?.isFile()) yield { key: `${folder}/${entry.name}`, modified: found.mtime };
      }
    },
  };
};
