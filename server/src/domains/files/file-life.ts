import type { Db, Tx } from '#db/database.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import { deleteExpected, deleteLetGo, insertExpected, insertLetGo, letExpectedGo } from './unowned-files.repo.ts';

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
