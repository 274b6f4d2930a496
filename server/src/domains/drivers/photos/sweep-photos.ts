import type { Db } from '#db/database.ts';
import { sweepFiles } from '#domains/files';
import type { FileStore } from '#integrations/files/file-store.ts';
import { countPhotos } from '../drivers.repo.ts';

/**
 * Removes photos that were released or that no driver got, a share of all at a time (`domains/files`); answers how
 * many.
 */
export const sweepPhotos = (db: Db, files: FileStore, now: Date): Promise<number> =>
  sweepFiles(db, files, { now, countKept: () => countPhotos(db) });
