import { type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { nextId } from '#db/records.ts';

export type Archive = Selectable<Tables['book_archives']>;

/** A part of a file of an archive. */
export type ArchivePiece = { file: string; content: Buffer };

const archives = (db: Db) => db.selectFrom('book_archives').selectAll();

/** The archives that can be seen, the newest year first: at most two of a year. */
export const listArchives = (db: Db, { masked }: { masked: boolean | null }): Promise<Archive[]> => {
  const all = archives(db).orderBy('year', 'desc').orderBy('is_masked');
  return (masked === null ? all : all.where('is_masked', '=', masked)).execute();
};

export const archiveById = (db: Db, id: string): Promise<Archive | undefined> =>
  archives(db).where('id', '=', id).executeTakeFirst();

/** The archive of a year, locked until the transaction ends. */
export const lockArchiveOf = (tx: Tx, year: number, isMasked: boolean): Promise<Archive | undefined> =>
  archives(tx).where('year', '=', year).where('is_masked', '=', isMasked).forUpdate().executeTakeFirst();

export const deleteArchive = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('book_archives').where('id', '=', id).execute();
};

export const nextArchiveId = (tx: Tx): Promise<string> => nextId(tx, 'book_archives');

export const insertArchive = async (tx: Tx, archive: Omit<Archive, 'made_at'>): Promise<void> => {
  const { id, year, is_masked, first_entry, last_entry, asked_by, asked_at, job_id } = archive;
  await sql`
    INSERT INTO book_archives (id, year, is_masked, first_entry, last_entry, asked_by, asked_at, job_id)
    OVERRIDING SYSTEM VALUE
    VALUES (${id}, ${year}, ${is_masked}, ${first_entry}, ${last_entry}, ${asked_by}, ${asked_at}, ${job_id})`.execute(
    tx,
  );
};

/** Sets which entries an archive holds, and gives it with them. */
export const setRange = async (
  tx: Tx,
  id: string,
  { first, last }: { first: string; last: string },
): Promise<Archive | undefined> =>
  tx
    .updateTable('book_archives')
    .set({ first_entry: first, last_entry: last })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Keeps pieces behind those that are there. */
export const addPieces = async (tx: Tx, id: string, pieces: readonly ArchivePiece[], from: number): Promise<void> => {
  if (pieces.length === 0) return;
  const rows = pieces.map((piece, n) => ({ ...piece, archive_id: id, place: from + n }));
  await tx.insertInto('book_archive_pieces').values(rows).execute();
};

export const noteMade = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await tx.updateTable('book_archives').set({ made_at: now }).where('id', '=', id).execute();
};

/** The files of an archive as they were begun, with the places of their pieces. */
export const filesOf = async (db: Db, id: string): Promise<{ file: string; places: number[] }[]> => {
  const { rows } = await sql<{ file: string; places: number[] }>`
    SELECT file, array_agg(place ORDER BY place) AS places FROM book_archive_pieces
    WHERE archive_id = ${id} GROUP BY file ORDER BY min(place)`.execute(db);
  return rows;
};

/** A piece's bytes; undefined once the archive was removed. */
export const pieceAt = async (db: Db, id: string, place: number): Promise<Buffer | undefined> =>
  (
    await db
      .selectFrom('book_archive_pieces')
      .select('content')
      .where('archive_id', '=', id)
      .where('place', '=', place)
      .executeTakeFirst()
  )?.content;

/** Removes archives that were asked for before the moment. */
export const deleteArchivesBefore = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('book_archives').where('asked_at', '<', before).execute();
};
