import type { Readable } from 'node:stream';

/** A store of files. A key is `folder/name`, in letters, digits, dots and dashes. */
export type FileStore = {
  /** Names the place for the operator: a folder's path, or a bucket. */
  place: string;
  /** Stores the bytes, all or nothing; once it resolves they survive a power cut. */
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** The file's bytes, or null when there is none. */
  get: (key: string) => Promise<Readable | null>;
  has: (key: string) => Promise<boolean>;
  /** Does nothing when there is none. Also removes the rest of an interrupted `put`. */
  remove: (key: string) => Promise<void>;
  /** Whether the folder has no file; costs the same however many there are. */
  isEmpty: (folder: string) => Promise<boolean>;
  /** The keys in a folder, in batches. Of a bucket each costs a call for a thousand: list at a start, not at each sweep. */
  list: (folder: string) => AsyncIterable<string[]>;
};
