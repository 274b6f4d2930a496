import type { Readable } from 'node:stream';

/** Where files are kept. A key is `folder/name`, in letters, digits, dots and dashes. Nothing lists what there is. */
export type FileStore = {
  /** Names the place for the operator: a folder's path, or a bucket. */
  place: string;
  /** Stores the bytes, all or nothing; once it resolves they survive a power cut. */
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** The file's bytes, or null when there is none. */
  get: (key: string) => Promise<Readable | null>;
  has: (key: string) => Promise<boolean>;
  /** Does nothing when there is none. Removes what an interrupted `put` left, too. */
  remove: (key: string) => Promise<void>;
  /** Whether the folder has no file; costs the same however many there are. */
  isEmpty: (folder: string) => Promise<boolean>;
};
