import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { countRows } from '#db/records.ts';

/** 1. Records a new key before its file is stored. Commits by itself: `db` is no transaction. */
export const expectFile = async (db: Db, key: string, now: Date): Promise<void> => {
  await db.insertInto('unowned_files').values({ key, since: now, is_released: false }).execute();
};

/** False when the file was released or never expected. */
export const deleteExpected = async (tx: Tx, key: string): Promise<boolean> =>
  (await tx
    .deleteFrom('unowned_files')
    .where('key', '=', key)
    .where('is_released', '=', sql.lit(false))
    .returning('key')
    .executeTakeFirst()) !== undefined;

/** 3. Releases a record's file in the transaction that unnames it. The sweep deletes it. */
export const releaseFile = async (tx: Tx, key: string, now: Date): Promise<void> => {
  await tx.insertInto('unowned_files').values({ key, since: now, is_released: true }).execute();
};

/** Releases an expected file; false when a record has it. Waits for a transaction that binds it. */
export const releaseExpected = async (db: Db, key: string): Promise<boolean> =>
  (await db
    .updateTable('unowned_files')
    .set({ is_released: true })
    .where('key', '=', key)
    .returning('key')
    .executeTakeFirst()) !== undefined;

/** The released files, and those expected before `cutoff`. */
const due = (db: Db, cutoff: Date) =>
  db.selectFrom('unowned_files').where((eb) => eb.or([eb('is_released', '=', true), eb('since', '<=', cutoff)]));

export const countDue = (db: Db, cutoff: Date): Promise<number> => countRows(db, due(db, cutoff));

/** Releases the oldest `limit` due files, so that no record can bind them, and gives their keys. */
export const takeDueFiles = async (db: Db, { cutoff, limit }: { cutoff: Date; limit: number }): Promise<string[]> => {
  const oldest = due(db, cutoff).select('key').orderBy('since').orderBy('key').limit(limit).forUpdate().skipLocked();
  const taken = await db
    .updateTable('unowned_files')
    .set({ is_released: true })
    .where('key', 'in', oldest)
    .returning('key')
    .execute();
  return taken.map(({ key }) => key);
};

/** Deletes the row of a file that has been removed from the store. */
export const deleteReleased = async (db: Db, key: string): Promise<void> => {
  await db.deleteFrom('unowned_files').where('key', '=', key).where('is_released', '=', sql.lit(true)).execute();
};
