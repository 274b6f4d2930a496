import type { Readable } from 'node:stream';

export type StoredFile = { key: string; modified: Date };

/** Where files are kept. A key is `folder/name`, in letters, digits, dots and dashes. */
export type FileStore = {
  /** Stores the bytes, all or nothing; once it resolves they survive a power cut. */
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** The file's bytes, or null when there is none. */
  get: (key: string) => Promise<Readable | null>;
  /** Does nothing when there is none. */
  remove: (key: string) => Promise<void>;
  list: (folder: string) => AsyncIterable<StoredFile>;
};
