import { text } from 'node:stream/consumers';
import type { Db, Tx } from '#db/database.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import { StartRefusal } from '#lib/refusal.ts';
import { countDue, deleteExpected, deleteReleased, releaseExpected, takeDueFiles } from './unowned-files.repo.ts';

const MARK = 'banbo/identity.txt';

export type Belongings = {
  folder: string;
  sampleKeys: () => Promise<string[]>;
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

/** Marks the store as the database's, replacing any other mark. */
export const adoptFiles = async (files: FileStore, id: string): Promise<void> => {
  let failure: unknown = null;
  await files.put(MARK, new TextEncoder().encode(`${id}\n`)).catch((error: unknown) => {
    failure = error;
  });
  // Another server may have marked the store at the same time.
  if ((await readMark(files)) === id) return;
  if (failure) throw failure;
  refuseForeign(files);
};

/** Keys are random, so a store with one file of the database has all of them. */
const hasOneOf = async (files: FileStore, keys: readonly string[]): Promise<boolean> => {
  for (const key of keys) if (await files.has(key)) return true;
  return false;
};

/**
 * Checks that a store belongs to the database with this id. An unmarked store gets its mark if it
 * and the records are empty, or if it has a file that a record names. Throws a `StartRefusal` for
 * any other store.
 */
export const bindFiles = async (
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

/** So many files missing from the listing are looked up one by one; beyond, it is trusted. */
const MAX_SINGLE_LOOKUPS = 1_000;

/**
 * Counts the files that records name, and the missing ones. One listing and one pass through the
 * records: 100,000 files take less than a second in a folder. Correct beside servers that store and
 * remove files.
 */
export const countMissing = async (
  files: FileStore,
  { folder, allKeys }: Pick<Belongings, 'folder' | 'allKeys'>,
): Promise<{ missing: number; named: number }> => {
  const stored = new Set<string>();
  for await (const keys of files.list(folder)) for (const key of keys) stored.add(key);
  // Records are read after the listing: a file that was released between is listed and no longer
  // named.
  let named = 0;
  const unlisted: string[] = [];
  for await (const keys of allKeys()) {
    named += keys.length;
    for (const key of keys) if (!stored.has(key)) unlisted.push(key);
  }
  if (unlisted.length > MAX_SINGLE_LOOKUPS) return { missing: unlisted.length, named };
  let missing = 0;
  for (const key of unlisted) if (!(await files.has(key))) missing += 1;
  return { missing, named };
};

type OwnFiles = FileStore & {
  prove: () => Promise<void>;
};

/**
 * A store that stores and removes files only after `proof` has passed, which throws unless the
 * store belongs to the database. A bucket that is unreachable at the start is proved with the first
 * file.
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

const EXPECTED_MS = 3_600_000;
/** One run removes at most this many files, or a hundredth of all if that is more. */
const SHARE = 20;
const PART = 100;

type Sweep = {
  now: Date;
  countKept: () => Promise<number>;
};

const removeAll = async (db: Db, files: FileStore, keys: readonly string[]): Promise<number> => {
  const failures: unknown[] = [];
  for (const key of keys) {
    try {
      await files.remove(key);
      await deleteReleased(db, key);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} of ${keys.length} files could not be removed`);
  }
  return keys.length;
};

const cutoffOf = (now: Date): Date => new Date(now.getTime() - EXPECTED_MS);

/** Removes all released files and those whose record never came, for `npm run sweep`. */
export const sweepAllFiles = async (db: Db, files: FileStore, now: Date): Promise<number> =>
  removeAll(db, files, await takeDueFiles(db, { cutoff: cutoffOf(now), limit: await countDue(db, cutoffOf(now)) }));

/**
 * Removes released files and those whose record never came, the oldest first, and gives their
 * number. A run removes a limited share, so that a wrong mass release shows in the log before much
 * is lost. Throws when more are due.
 */
export const sweepFiles = async (db: Db, files: FileStore, { now, countKept }: Sweep): Promise<number> => {
  const cutoff = cutoffOf(now);
  const count = await countDue(db, cutoff);
  const share = count > SHARE ? Math.max(SHARE, Math.floor((await countKept()) / PART)) : SHARE;
  const removed = await removeAll(db, files, await takeDueFiles(db, { cutoff, limit: share }));
  if (count > share) {
    throw new Error(
      `${count - removed} more files wait to be removed, and one sweep removes ${share}: if so many were meant to go, npm run sweep removes them all`,
    );
  }
  return removed;
};

// The steps of a file's life, for every kind of file; each writes or ends a row
// (docs/decisions/0013-files-carry-the-databases-identity.md).

/** 2. Binds a stored file in its record's transaction. Throws when it was released meanwhile. */
export const keepFile = async (tx: Tx, key: string): Promise<void> => {
  if (!(await deleteExpected(tx, key))) throw new Error(`The file ${key} was not expected, or was let go`);
};

/** Deletes an expected file at once, unless a record has it; failing that, the sweep does. */
export const discardFile = async (db: Db, files: FileStore, key: string): Promise<void> => {
  try {
    if (!(await releaseExpected(db, key))) return;
    await files.remove(key);
    await deleteReleased(db, key);
  } catch {}
};
