import { Readable } from 'node:stream';
import type { FileStore, StoredFile } from './file-store.ts';

export type MemoryFiles = FileStore & {
  /** What is stored, by key. */
  stored: Map<string, { bytes: Uint8Array; modified: Date }>;
  /** When set, the next stores fail with it. */
  failure: Error | null;
};

/** Files that live as long as the process, for tests. */
export const memoryFiles = (now: () => Date = () => new Date()): MemoryFiles => {
  const stored: MemoryFiles['stored'] = new Map();
  const files: MemoryFiles = {
    stored,
    failure: null,
    put: async (key, bytes) => {
      if (files.failure) throw files.failure;
      stored.set(key, { bytes, modified: now() });
    },
    get: async (key) => {
      const file = stored.get(key);
      return file ? Readable.from([file.bytes], { objectMode: false }) : null;
    },
    remove: async (key) => {
      stored.delete(key);
    },
    list: async function* (folder): AsyncIterable<StoredFile> {
      for (const [key, { modified }] of [...stored]) if (key.startsWith(`${folder}/`)) yield { key, modified };
    },
  };
  return files;
};
