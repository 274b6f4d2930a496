import type { Db } from '#db/database.ts';
import type { DatabaseIdentity } from '#db/database-identity.ts';
import { photosOf } from '#domains/drivers';
import { claimFiles, ownFiles } from '#domains/files';
import type { FileStore } from '#integrations/files/file-store.ts';
import { StartRefusal } from '#lib/start-refusal.ts';

/**
 * The store, which is the database's own. Throws a `StartRefusal` when it is another one's. A store that does not answer
 * keeps nobody from starting: it is asked again when the first photo comes, which is refused until it answers.
 */
export const provedFiles = async (db: Db, store: FileStore, { id }: DatabaseIdentity): Promise<FileStore> => {
  const files = ownFiles(store, () => claimFiles(store, id, photosOf(db)));
  try {
    await files.prove();
  } catch (error) {
    if (error instanceof StartRefusal) throw error;
    const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    console.error(`No photo can be stored in ${store.place} until it works again: ${why.replaceAll('\n', ' ')}`);
  }
  return files;
};
