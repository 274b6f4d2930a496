import type { Db, Tx } from '#db/database.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import {
  countDue,
  deleteExpected,
  deleteLetGo,
  insertExpected,
  insertLetGo,
  letExpectedGo,
  takeDue,
} from './unowned-files.repo.ts';

/** Milliseconds that a file may wait for its record. */
const EXPECTED_MS = 3_600_000;
/** One run removes at most this many files, or a hundredth of all if that is more. */
const SHARE = 20;
const PART = 100;

type Sweep = {
  now: Date;
  /** Counts the files of records; called only if more than a few are due. */
  countKept: () => Promise<number>;
};

const removeAll = async (db: Db, files: FileStore, keys: readonly string[]): Promise<number> => {
  const failures: unknown[] = [];
  for (const key of keys) {
    try {
      await files.remove(key);
      await deleteLetGo(db, key);
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

/**
 * Removes every file that was released or whose record never came, and answers how many. For an operator who runs `npm
 * run sweep`.
 */
export const sweepAllFiles = async (db: Db, files: FileStore, now: Date): Promise<number> =>
  removeAll(db, files, await takeDue(db, { cutoff: cutoffOf(now), limit: await countDue(db, cutoffOf(now)) }));

/**
 * Removes files that were released or whose record never came, the oldest first, and answers how many. It removes no
 * more than a share of all at a time: a mistake that releases many shows in the log before much is lost. Throws when
 * more are due.
 */
export const sweepFiles = async (db: Db, files: FileStore, { now, countKept }: Sweep): Promise<number> => {
  const cutoff = cutoffOf(now);
  const count = await countDue(db, cutoff);
  const share = count > SHARE ? Math.max(SHARE, Math.floor((await countKept()) / PART)) : SHARE;
  const removed = await removeAll(db, files, await takeDue(db, { cutoff, limit: share }));
  if (count > share) {
    throw new Error(
      `${count - removed} more files wait to be removed, and one sweep removes ${share}: if so many were meant to go, npm run sweep removes them all`,
    );
  }
  return removed;
};

// The life of a file in steps; each writes or ends a row (docs/decisions/0013-files-carry-the-databases-identity.md).
// Every kind of file takes these steps.

/** 1. Records a key that has never been used, before its file is stored. Commits by itself: `db` is no transaction. */
export const expectFile = (db: Db, key: string, now: Date): Promise<void> => insertExpected(db, key, now);

/**
 * 2. Gives a stored file to its record, in the transaction that writes the record. Throws when the file was released
 * meanwhile.
 */
export const keepFile = async (tx: Tx, key: string): Promise<void> => {
  if (!(await deleteExpected(tx, key))) throw new Error(`The file ${key} was not expected, or was let go`);
};

/**
 * 3. Releases a record's file, in the transaction that removes its name from the record. The sweep deletes it.
 */
export const letFileGo = (tx: Tx, key: string, now: Date): Promise<void> => insertLetGo(tx, key, now);

/** Deletes an expected file at once, unless a record has it. If that fails, the sweep deletes it later. */
export const discardFile = async (db: Db, files: FileStore, key: string): Promise<void> => {
  try {
    if (!(await letExpectedGo(db, key))) return;
    await files.remove(key);
    await deleteLetGo(db, key);
  } catch {}
};
