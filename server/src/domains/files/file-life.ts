import type { Db, Tx } from '#db/database.ts';
import type { FileStore } from '#integrations/files/file-store.ts';
import { deleteExpected, deleteLetGo, insertExpected, insertLetGo, letExpectedGo } from './unowned-files.repo.ts';

// The life of a file, each step a row or its end (docs/decisions/0013). Whoever adds a kind of files takes these steps.

/** 1. Writes down a key that has never been used, before its file is stored. Commits by itself: `db` is no transaction. */
export const expectFile = (db: Db, key: string, now: Date): Promise<void> => insertExpected(db, key, now);

/** 2. Gives a stored file to its record, in the transaction that writes the record. Throws when it was let go meanwhile. */
export const keepFile = async (tx: Tx, key: string): Promise<void> => {
  if (!(await deleteExpected(tx, key))) throw new Error(`The file ${key} was not expected, or was let go`);
};

/**
 * 3. Lets a record's file go, in the transaction that takes its name from the record. The sweep removes it. No record of today
 * gives its file up: removed drivers keep their photos.
 */
export const letFileGo = (tx: Tx, key: string, now: Date): Promise<void> => insertLetGo(tx, key, now);

/** Removes an expected file at once, unless a record got it. What fails here is left to the sweep. */
export const discardFile = async (db: Db, files: FileStore, key: string): Promise<void> => {
  try {
    if (!(await letExpectedGo(db, key))) return;
    await files.remove(key);
    await deleteLetGo(db, key);
  } catch {}
};
