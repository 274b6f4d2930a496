import type { Db } from '#db/database.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import { photosInUse } from './drivers.repo.ts';
import { PHOTOS, photoKey } from './photo-store.ts';

const HOUR = 3_600_000;
const BATCH = 500;

/**
 * Removes photos that no driver points at, as a crash between storing a photo and its driver leaves them, and gives how
 * many. Those of the last hour are left, since their registration may still be on its way.
 */
export const sweepPhotos = async (db: Db, files: FileStore, now: Date): Promise<number> => {
  let removed = 0;
  let names: string[] = [];
  const sweep = async (): Promise<void> => {
    const used = await photosInUse(db, names);
    const orphans = names.filter((name) => !used.has(name));
    for (const name of orphans) await files.remove(photoKey(name));
    removed += orphans.length;
    names = [];
  };
  for await (const { key, modified } of files.list(PHOTOS)) {
    if (modified.getTime() > now.getTime() - HOUR) continue;
    names.push(key.slice(PHOTOS.length + 1));
    if (names.length === BATCH) await sweep();
  }
  await sweep();
  return removed;
};
