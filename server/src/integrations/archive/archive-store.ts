import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Config } from '../../config.ts';
import { folderArchive } from './folder-archive.ts';

/** The place of backups: objects whose names have slashes, as those of files in folders. */
export type ArchiveStore = {
  /** Names the place for the operator: a folder's path, or a bucket. */
  place: string;
  /**
   * Stores all of a stream or nothing; once it resolves the object survives a power cut. `most` is
   * the number of bytes that it may have where that can be more than 100 GB.
   */
  put: (name: string, content: Readable, most?: number) => Promise<void>;
  /** The object's content, or null when there is none. */
  get: (name: string) => Promise<Readable | null>;
  has: (name: string) => Promise<boolean>;
  /** The names below a prefix that ends with a slash, in any order, in batches. */
  list: (prefix: string) => AsyncIterable<string[]>;
  /** Removes objects, those that exist. */
  remove: (names: readonly string[]) => Promise<void>;
  /** Removes the drafts of puts that began before a moment and never ended. */
  removeDrafts: (before: Date) => Promise<void>;
  /** True of a folder: one whose disk is disconnected meanwhile is an empty folder. */
  mayVanish: boolean;
  /** The same store, whose calls fail once the signal aborts. */
  until: (signal: AbortSignal) => ArchiveStore;
};

/** How the archiving of a server stands. */
export type ArchiveState = {
  /** The place, in words. */
  place: string;
  /** Every change confirmed before this moment is kept; null before the first segment. */
  keptUntil: Date | null;
  /** Since when changes are not kept within their minute, and why; null while they are. */
  stalled: { since: Date; why: string } | null;
  /** Since when the oldest part of the log waits, and what for; null while none does. */
  waiting: { since: Date; what: string } | null;
  /** True until there is a base that the log goes on from: without one nothing can be restored. */
  lacksBase: boolean;
  /** When the newest base was made, or the chain that has none began; null until that is known. */
  baseSince: Date | null;
  /** Why the last base failed; null after one that is whole. */
  baseFailure: string | null;
  /** Why the newest base could not be opened; null after one that was, or before the first try. */
  openFailure: string | null;
};

/** The store of the setting BACKUP_URL: a folder, or a bucket with a prefix. */
export const openArchiveStore = async (url: string, config: Config): Promise<ArchiveStore> => {
  if (!url.startsWith('s3://')) return folderArchive(url.startsWith('file://') ? fileURLToPath(url) : url);
  const { host: bucket, pathname } = new URL(url);
  const prefix = decodeURIComponent(pathname.slice(1));
  // Loaded on demand, as many installations have a folder.
  const { s3Archive } = await import('./s3-archive.ts');
  return s3Archive({
    bucket,
    prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
    region: config.BACKUP_S3_REGION,
    endpoint: config.BACKUP_S3_ENDPOINT,
    accessKeyId: config.BACKUP_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: config.BACKUP_S3_SECRET_ACCESS_KEY ?? '',
  });
};
