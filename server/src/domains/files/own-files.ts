import type { FileStore } from '#integrations/files/file-store.ts';

export type OwnFiles = FileStore & {
  /** Runs the proof; after it has passed once, does nothing. */
  prove: () => Promise<void>;
};

/**
 * A store that takes and removes files only once `proof` has passed, which throws unless the store belongs to the
 * database. A bucket that cannot be reached at the start is proved when the first file comes.
 */
export const ownFiles = (files: FileStore, proof: () => Promise<void>): OwnFiles => {
  let isProved = false;
  const prove = async (): Promise<void> => {
    if (isProved) return;
    await proof();
    isProved = true;
  };
  return {
    ...files,
    prove,
    put: async (key, bytes) => {
      await prove();
      await files.put(key, bytes);
    },
    remove: async (key) => {
      await prove();
      await files.remove(key);
    },
  };
};
