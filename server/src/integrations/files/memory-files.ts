import { Readable } from 'node:stream';
import type { FileStore } from './file-store.ts';

export type MemoryFiles = FileStore & {
  /** The stored files, by key. */
  stored: Map<string, { bytes: Uint8Array }>;
  /** When set, the next stores fail with it. */
  failure: Error | null;
};

/** Files in memory, for tests. */
export const memoryFiles = (): MemoryFiles => {
  const stored: MemoryFiles['stored'] = new Map();
  const files: MemoryFiles = {
    place: 'memory',
    stored,
    failure: null,
    put: async (key, bytes) => {
      if (files.failure) throw files.failure;
      stored.set(key, { bytes });
    },
    get: async (key) => {
      const file = stored.get(key);
      return file ? Readable.from([file.bytes], { objectMode: false }) : null;
    },
    has: async (key) => stored.has(key),
    remove: async (key) => {
      stored.delete(key);
    },
    isEmpty: async (folder) => ![...stored.keys()].some((key) => key.startsWith(`${folder}/`)),
    list: async function* (folder) {
      yield [...stored.keys()].filter((key) => key.startsWith(`${folder}/`));
    },
  };
  return files;
};
