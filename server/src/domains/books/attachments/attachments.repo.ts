import type { AttachedKind } from '@banbo/contract';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { among, lastId, type Records } from '#db/records.ts';

type Stored = Selectable<Tables['book_attachments']>;
export type AttachmentRow = Omit<Stored, 'content'>;

const HEAD = [
  ...(['id', 'subject_kind', 'subject_id', 'name', 'type', 'size', 'sha256'] as const),
  ...(['added_by', 'added_at'] as const),
] as const;

/** The papers of a record in the order in which they came, without their content. */
export const attachmentRows = (db: Db, kind: AttachedKind, id: string): Promise<AttachmentRow[]> =>
  db
    .selectFrom('book_attachments')
    .select([...HEAD])
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('book_attachments.id')
    .execute();

/** The SHA-256 of each paper of a record, in the order in which they came; empty without any. */
export const papersOf = (kind: AttachedKind, id: RawBuilder<unknown>): RawBuilder<string> => sql`coalesce((
  SELECT string_agg(encode(sha256, 'hex'), ', ' ORDER BY paper.id) FROM book_attachments AS paper
  WHERE subject_kind = ${sql.lit(kind)} AND subject_id = ${id}
), '')`;

export const attachmentById = (db: Db, id: string): Promise<AttachmentRow | undefined> =>
  db
    .selectFrom('book_attachments')
    .select([...HEAD])
    .where('id', '=', id)
    .executeTakeFirst();

export const contentOf = (db: Db, id: string): Promise<Pick<Stored, 'name' | 'type' | 'content'> | undefined> =>
  db.selectFrom('book_attachments').select(['name', 'type', 'content']).where('id', '=', id).executeTakeFirst();

export type ArchivedPaper = Stored & { number: string };

/** The papers of a year's journals and expenses after an id, with the numbers of these. */
export const papersOfYear = async (
  db: Db,
  { year, after, limit }: { year: number; after: string; limit: number },
): Promise<ArchivedPaper[]> => {
  const days = sql`day BETWEEN make_date(${year}, 1, 1) AND make_date(${year}, 12, 31)`;
  const { rows } = await sql<ArchivedPaper>`
    SELECT paper.*, coalesce(
      (SELECT number FROM journals WHERE paper.subject_kind = 'journal' AND journals.id = subject_id AND ${days}),
      (SELECT number FROM expenses WHERE paper.subject_kind = 'expense' AND expenses.id = subject_id AND ${days})
    ) AS number
    FROM book_attachments AS paper
    WHERE paper.id > ${after} AND (
      EXISTS (SELECT FROM journals WHERE paper.subject_kind = 'journal' AND journals.id = subject_id AND ${days})
      OR EXISTS (SELECT FROM expenses WHERE paper.subject_kind = 'expense' AND expenses.id = subject_id AND ${days})
    )
    ORDER BY paper.id LIMIT ${limit}`.execute(db);
  return rows;
};

export type NumberedPaper = AttachmentRow & { number: string };

/** The papers among these, with the numbers of their journals and expenses. */
export const numberedPapers = (db: Db, records: Records): Promise<NumberedPaper[]> =>
  db
    .selectFrom('book_attachments')
    .select([...HEAD])
    .select(
      sql<string>`CASE subject_kind
        WHEN 'journal' THEN (SELECT number FROM journals WHERE journals.id = subject_id)
        ELSE (SELECT number FROM expenses WHERE expenses.id = subject_id)
      END`.as('number'),
    )
    .where(among('id', records))
    .execute();

export const lastPaperId = (db: Db): Promise<string> => lastId(db, 'book_attachments');

export const insertAttachment = async (tx: Tx, row: Insertable<Tables['book_attachments']>): Promise<string> =>
  (await tx.insertInto('book_attachments').values(row).returning('id').executeTakeFirstOrThrow()).id;

export const deleteAttachment = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('book_attachments').where('id', '=', id).execute();
};
