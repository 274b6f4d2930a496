import { join } from 'node:path';
import { StartRefusal } from '#lib/refusal.ts';
import type { Config } from '../../config.ts';
import type { FileStore } from './file-store.ts';
import { localFiles } from './local-files.ts';

/** The file store of the settings: an S3 bucket if one is named, else `files` in DATA_DIR. */
export const openFiles = async (config: Config): Promise<FileStore> => {
  const { FILES_S3_BUCKET, FILES_S3_ACCESS_KEY_ID, FILES_S3_SECRET_ACCESS_KEY } = config;
  if (!FILES_S3_BUCKET) return localFiles(join(config.DATA_DIR, 'files'));
  for (const name of ['FILES_S3_ACCESS_KEY_ID', 'FILES_S3_SECRET_ACCESS_KEY'] as const) {
    if (!config[name]) throw new StartRefusal(`The setting ${name} is missing: FILES_S3_BUCKET needs it`);
  }
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
