import { text } from 'node:stream/consumers';
import type { FileStore } from '#integrations/files/file-store.ts';
import { StartRefusal } from '#lib/refusal.ts';

/** Holds the id of the database whose files are in the store. */
const MARK = 'banbo/identity.txt';

export type Belongings = {
  /** The store's folder in which the records' files are. */
  folder: string;
  /** Some of the keys that records name; empty when none does. */
  sampleKeys: () => Promise<string[]>;
  /** All keys that records name, in batches. */
  allKeys: () => AsyncIterable<string[]>;
};

const readMark = async (files: FileStore): Promise<string> => {
  const mark = await files.get(MARK);
  return mark ? (await text(mark)).trim() : '';
};

const refuseForeign = ({ place }: FileStore): never => {
  throw new StartRefusal(
    `The photos in ${place} belong to another database: name the two that belong together, or another place for photos`,
  );
};

/** Marks a store's files as those of the database with this id, whichever mark they had. */
export const adoptFiles = async (files: FileStore, id: string): Promise<void> => {
  let failure: unknown = null;
  await files.put(MARK, new TextEncoder().encode(`${id}\n`)).catch((error: unknown) => {
    failure = error;
  });
  // Another server may have marked them at the same time, for this database or another one.
  if ((await readMark(files)) === id) return;
  if (failure) throw failure;
  refuseForeign(files);
};

/** Keys are random, so a store that has one of the database's files has all of them. */
const hasOneOf = async (files: FileStore, keys: readonly string[]): Promise<boolean> => {
  for (const key of keys) if (await files.has(key)) return true;
  return false;
};

/**
 * Makes sure that a store's files belong to the database with this id. A store without a mark gets it if it is empty
 * and no record names a file, or if it has some file that a record names. Throws a `StartRefusal` for any other store.
 */
export const claimFiles = async (
  files: FileStore,
  id: string,
  { folder, sampleKeys }: Pick<Belongings, 'folder' | 'sampleKeys'>,
): Promise<void> => {
  const mark = await readMark(files);
  if (mark === id) return;
  if (mark !== '') refuseForeign(files);
  const keys = await sampleKeys();
  const isEmpty = await files.isEmpty(folder);
  if (isEmpty && keys.length > 0) {
    throw new StartRefusal(
      `The database has photos, and there are none in ${files.place}: put them back, or name the place where they are; npm run adopt goes on without them`,
    );
  }
  if (!isEmpty && !(await hasOneOf(files, keys))) {
    throw new StartRefusal(
      `Nothing says that the photos in ${files.place} belong to the database, which has none of them: name the two that belong together; npm run adopt if these do`,
    );
  }
  await adoptFiles(files, id);
};

/** Files that are looked for one by one before they count as missing; where there are more, the listing is believed. */
const LOOKED_FOR = 1_000;

/**
 * How many of the files that records name are not in the store, and how many they name. One listing and one pass through the
 * records, so that 100,000 files take less than a second in a folder. It is right beside servers that store and remove files.
 */
export const countMissing = async (
  files: FileStore,
  { folder, allKeys }: Pick<Belongings, 'folder' | 'allKeys'>,
): Promise<{ missing: number; named: number }> => {
  const stored = new Set<string>();
  for await (const keys of files.list(folder)) for (const key of keys) stored.add(key);
  // The records come after the listing: a file that was let go in between is in it, and no longer named.
  let named = 0;
  const unlisted: string[] = [];
  for await (const keys of allKeys()) {
    named += keys.length;
    for (const key of keys) if (!stored.has(key)) unlisted.push(key);
  }
  if (unlisted.length > LOOKED_FOR) return { missing: unlisted.length, named };
  let missing = 0;
  for (const key of unlisted) if (!(await files.has(key))) missing += 1;
  return { missing, named };
};

type OwnFiles = FileStore & {
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
