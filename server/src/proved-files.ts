import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import type { DatabaseIdentity } from '#db/database-identity.ts';
import { photosOf } from '#domains/drivers';
import { claimFiles, ownFiles } from '#domains/files';
import type { FileStore } from '#integrations/files/file-store.ts';
import { StartRefusal } from '#lib/start-refusal.ts';

/** Milliseconds that a silent store may hold up the start. */
const ANSWER_MS = 5_000;

const withinLimit = (work: Promise<void>): Promise<void> =>
  Promise.race([
    work,
    delay(ANSWER_MS, undefined, { ref: false }).then(() => {
      throw new Error(`it gave no answer in ${ANSWER_MS / 1000} seconds`);
    }),
  ]);

/**
 * Checks that the store belongs to the database, and throws a `StartRefusal` when it belongs to another one. A store
 * that does not answer does not stop the start: it is asked again when the first photo comes, which is refused until it
 * answers.
 */
export const provedFiles = async (db: Db, store: FileStore, { id }: DatabaseIdentity): Promise<FileStore> => {
  const files = ownFiles(store, () => claimFiles(store, id, photosOf(db)));
  try {
    await withinLimit(files.prove());
  } catch (error) {
    if (error instanceof StartRefusal) throw error;
    const [why] = (error instanceof Error && error.message ? error.message : String(error)).split('\n');
    console.error(`No photo can be stored in ${store.place} until it works again: ${why}`);
  }
  return files;
};
