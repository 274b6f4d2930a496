import fs from 'node:fs';
import { join } from 'node:path';
import { copyTree } from '#lib/copy-tree.ts';
import { StartRefusal } from '#lib/refusal.ts';
import type { Config } from '../config.ts';

export const FILES = 'files';
export const SECRETS = 'secrets';
const PHOTOS = join(FILES, 'drivers');

/** Folders of DATA_DIR that are copied beside the cluster. */
export const BESIDE_CLUSTER = [FILES, SECRETS];

/** Copies photos and secrets from one data folder into another; existing files stay. */
export const copyBeside = async (from: string, to: string): Promise<void> => {
  for (const name of BESIDE_CLUSTER) {
    if (fs.existsSync(join(from, name))) await copyTree(join(from, name), join(to, name), { skipExisting: true });
  }
};

/** The number of photos in a data folder. */
export const countPhotoFiles = (dataDir: string): number => {
  const folder = join(dataDir, PHOTOS);
  if (!fs.existsSync(folder)) return 0;
  return fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
};

/** Throws a `StartRefusal` if the database is not in DATA_DIR. */
export const refuseDatabaseUrl = ({ DATABASE_URL }: Config, words: string): void => {
  if (DATABASE_URL !== undefined) throw new StartRefusal(words);
};

/** Refuses to copy or to restore what the product has not in its hands. */
export const BACKED_UP_ELSEWHERE =
  'Only the database in DATA_DIR is backed up here: use pg_dump, or the backups of your PostgreSQL server';

/** Whether a path is a folder or lies below it; follows links. */
export const isWithin = (path: string, folder: string): boolean => {
  const real = (one: string): string => {
    if (fs.existsSync(one)) return fs.realpathSync(one);
    return join(real(join(one, '..')), one.slice(one.lastIndexOf('/') + 1));
  };
  return `${real(path)}/`.startsWith(`${real(folder)}/`);
};

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'this user’s share of the disk is full',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk can only be read',
  EIO: 'the disk does not work as it should',
};

/** Waits for a copy. Throws a `StartRefusal` for errors of the disk or of access rights. */
export const written = async <T>(folder: string, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    const why = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
    throw why ? new StartRefusal(`${folder} could not be written, because ${why}`, { cause: error }) : error;
  }
};
