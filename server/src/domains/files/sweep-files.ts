import type { Db } from '#db/database.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import { countDue, deleteLetGo, takeDue } from './unowned-files.repo.ts';

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
