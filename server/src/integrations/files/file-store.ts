import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Config } from '../../config.ts';
import { localFiles } from './local-files.ts';

/** A store of files. A key is `folder/name`, in letters, digits, dots and dashes. */
export type FileStore = {
  /** Names the place for the operator: a folder's path, or a bucket. */
  place: string;
  /** Stores the bytes, all or nothing; once it resolves they survive a power cut. */
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** The file's bytes, or null when there is none. */
  get: (key: string) => Promise<Readable | null>;
  has: (key: string) => Promise<boolean>;
  /** Removes the file if it exists, and the rest of an interrupted `put`. */
  remove: (key: string) => Promise<void>;
  /** Whether the folder has no file; costs the same however many there are. */
  isEmpty: (folder: string) => Promise<boolean>;
  /** A folder's keys in batches. A bucket takes a call for each thousand: list at a start only. */
  list: (folder: string) => AsyncIterable<string[]>;
};

/** The file store of the settings: an S3 bucket if one is named, else `files` in DATA_DIR. */
export const openFiles = async (config: Config): Promise<FileStore> => {
  const { FILES_S3_BUCKET, FILES_S3_ACCESS_KEY_ID, FILES_S3_SECRET_ACCESS_KEY } = config;
  if (!FILES_S3_BUCKET) return localFiles(join(config.DATA_DIR, 'files'));
  // Loaded on demand, as most installations do without it.
  const { s3Files } = await import('./s3-files.ts');
  return s3Files({
    bucket: FILES_S3_BUCKET,
    region: config.FILES_S3_REGION,
    endpoint: config.FILES_S3_ENDPOINT,
    accessKeyId: FILES_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: FILES_S3_SECRET_ACCESS_KEY ?? '',
  });
};
