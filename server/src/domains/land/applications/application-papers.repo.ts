import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';

type Stored = Selectable<Tables['land_papers']>;

/** A paper of an application without its content; `size` is in bytes. */
export type PaperRow = Omit<Stored, 'content' | 'plot_id' | 'case_id' | 'application_id'> & {
  application_id: string;
  size: number;
};

const papers = (db: Db) =>
  db
    .selectFrom('land_papers')
    .select(['id', 'paper', 'file_name', 'type', 'sha256', 'added_by', 'added_at'])
    .select(sql<string>`application_id`.as('application_id'))
    .select(sql<number>`octet_length(content)`.as('size'))
    .where('application_id', 'is not', null);

/** The papers of an application in the order in which they came. */
export const papersOfApplication = (db: Db, applicationId: string): Promise<PaperRow[]> =>
  papers(db).where('application_id', '=', applicationId).orderBy('land_papers.id').execute();

export const paperById = (db: Db, id: string): Promise<PaperRow | undefined> =>
  papers(db).where('land_papers.id', '=', id).executeTakeFirst();

export const paperContent = (db: Db, id: string): Promise<Pick<Stored, 'file_name' | 'type' | 'content'> | undefined> =>
  db
    .selectFrom('land_papers')
    .select(['file_name', 'type', 'content'])
    .where('id', '=', id)
    .where('application_id', 'is not', null)
    .executeTakeFirst();

export const insertPaper = async (tx: Tx, row: Insertable<Tables['land_papers']>): Promise<string> =>
  (await tx.insertInto('land_papers').values(row).returning('id').executeTakeFirstOrThrow()).id;

export const deletePaper = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('land_papers').where('id', '=', id).execute();
};
