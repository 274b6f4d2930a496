import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartRefusal } from '#lib/start-refusal.ts';

const SQLITE_BUSY = 5;

/** Another process has the folder. */
export class FolderInUse extends StartRefusal {}

// A lock goes with the object that holds it, so nothing may collect that.
const held = new Set<DatabaseSync>();

/**
 * Takes the folder for this process until the answer is called or the process ends, in whatever way: the lock is the
 * operating system's, on a file, and reached through the SQLite that Node has built in. Throws `FolderInUse` when another
 * process has the folder.
 */
export const lockFolder = (folder: string): (() => void) => {
  const lock = new DatabaseSync(join(folder, 'lock'));
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new FolderInUse(`Another running server uses the folder ${folder}: stop it, or set another DATA_DIR`);
    }
    throw error;
  }
  held.add(lock);
  return () => {
    held.delete(lock);
    lock.close();
  };
};
