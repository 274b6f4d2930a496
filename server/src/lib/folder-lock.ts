import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartRefusal } from './refusal.ts';

/** The file by which a folder is locked. */
export const LOCK_FILE = 'lock';

const SQLITE_BUSY = 5;
const SQLITE_CANTOPEN = 14;
const SQLITE_READONLY = 8;

/** Another process has the folder. */
export class FolderInUse extends StartRefusal {}

// A lock ends with the object that holds it, so this set keeps it from being collected.
const held = new Set<DatabaseSync>();

const refusalOf = (error: unknown, folder: string): unknown => {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  if (code === SQLITE_BUSY) {
    return new FolderInUse(`Another running program uses the folder ${folder}`, {
      advice: 'stop it, or set another DATA_DIR',
    });
  }
  if (code !== SQLITE_CANTOPEN && code !== SQLITE_READONLY) return error;
  return new StartRefusal(`This user may not write to ${folder}`, {
    advice: 'start as the user whose folder it is',
    cause: error,
  });
};

const hold = (lock: DatabaseSync): (() => void) => {
  held.add(lock);
  return () => {
    held.delete(lock);
    lock.close();
  };
};

/**
 * Takes the folder for this process until the returned function is called or the process ends, for
 * any reason: the lock is the operating system's, on a file, reached through the SQLite that Node
 * has built in. Throws `FolderInUse` when another process has the folder, and a `StartRefusal` when
 * it cannot be written to.
 */
export const lockFolder = (folder: string): (() => void) => {
  let lock: DatabaseSync | null = null;
  try {
    lock = new DatabaseSync(join(folder, LOCK_FILE));
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    throw refusalOf(error, folder);
  }
  return hold(lock);
};

/**
 * Keeps others from taking the folder until the returned function is called or the process ends;
 * any number of processes may do so at a time. The folder's lock must be there, and need not be
 * writable. Throws `FolderInUse` when another process has taken the folder.
 */
export const shareFolder = (folder: string): (() => void) => {
  const lock = new DatabaseSync(join(folder, LOCK_FILE), { readOnly: true });
  try {
    // A transaction that has read something holds the file's shared lock until it ends.
    lock.exec('BEGIN; SELECT 1 FROM sqlite_schema');
  } catch (error) {
    lock.close();
    throw refusalOf(error, folder);
  }
  return hold(lock);
};
