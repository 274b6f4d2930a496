import { setTimeout as delay } from 'node:timers/promises';
import { type DatabaseIdentity, noteFilesGivenUp } from '#db/connection/database-identity.ts';
import type { Db } from '#db/database.ts';
import { photosOf } from '#domains/drivers';
import { bindFiles, countMissing, ownFiles } from '#domains/files';
import type { FileStore } from '#integrations/files/file-store.ts';
import { StartRefusal } from '#lib/refusal.ts';

/** Milliseconds that a silent store may delay the start, and the later check of all photos. */
const ANSWER_MS = 5_000;

const withinLimit = (work: Promise<void>): Promise<void> =>
  Promise.race([
    work,
    delay(ANSWER_MS, undefined, { ref: false }).then(() => {
      throw new Error(`it gave no answer in ${ANSWER_MS / 1000} seconds`);
    }),
  ]);

const reasonOf = (error: unknown): string | undefined =>
  (error instanceof Error && error.message ? error.message : String(error)).split('\n')[0];

const describeLostPhotos = async (
  db: Db,
  store: FileStore,
  { filesGivenUp }: DatabaseIdentity,
): Promise<string | null> => {
  const { missing, named } = await countMissing(store, photosOf(db));
  // Returned photos no longer count as given up.
  if (missing < filesGivenUp) await noteFilesGivenUp(db, missing);
  if (missing <= filesGivenUp) return null;
  return `${missing} of the ${named} photos that the database names are not in ${store.place}: put them back from a backup; npm run adopt goes on without them`;
};

/**
 * Throws a `StartRefusal` when photos that the database names are gone and no person has given them
 * up. A slow store, such as a bucket, delays no start: its line is logged while the server runs.
 */
const refuseLostPhotos = async (db: Db, store: FileStore, identity: DatabaseIdentity): Promise<void> => {
  let isLate = false;
  const looking = describeLostPhotos(db, store, identity).catch((error: unknown) => {
    if (!isLate) console.error(`Nobody knows whether all photos are in ${store.place}: ${reasonOf(error)}`);
    return null;
  });
  const line = await Promise.race([looking, delay(ANSWER_MS, 'late' as const, { ref: false })]);
  if (line === 'late') {
    isLate = true;
    looking.then((late) => late && console.error(late));
  } else if (line) throw new StartRefusal(line);
};

/**
 * Checks that the store belongs to the database and has its photos, and throws a `StartRefusal`
 * when it belongs to another one or has lost some. A store that does not answer does not stop the
 * start: it is asked again when the first photo comes, which is refused until it answers.
 */
export const provedFiles = async (db: Db, store: FileStore, identity: DatabaseIdentity): Promise<FileStore> => {
  const files = ownFiles(store, () => bindFiles(store, identity.id, photosOf(db)));
  try {
    await withinLimit(files.prove());
  } catch (error) {
    if (error instanceof StartRefusal) throw error;
    console.error(`No photo can be stored in ${store.place} until it works again: ${reasonOf(error)}`);
    return files;
  }
  await refuseLostPhotos(db, store, identity);
  return files;
};
