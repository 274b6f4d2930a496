import { type Selectable, sql } from 'kysely';
import type { Db, Tables } from '#db/database.ts';

type Stored = Selectable<Tables['land_papers']>;

/** A document of a case without its content; `size` is in bytes. */
type CasePaperRow = Omit<Stored, 'content' | 'plot_id' | 'application_id' | 'case_id'> & {
  case_id: string;
  size: number;
};

const papers = (db: Db) =>
  db
    .selectFrom('land_papers')
    .select(['id', 'paper', 'file_name', 'type', 'sha256', 'added_by', 'added_at'])
    .select([sql<string>`case_id`.as('case_id'), sql<number>`octet_length(content)`.as('size')])
    .where('case_id', 'is not', null);

/** The documents of a case in the order in which they came. */
export const papersOfCase = (db: Db, caseId: string): Promise<CasePaperRow[]> =>
  papers(db).where('case_id', '=', caseId).orderBy('id').execute();

export const casePaperById = (db: Db, id: string): Promise<CasePaperRow | undefined> =>
  papers(db).where('id', '=', id).executeTakeFirst();

export const casePaperContent = (
  db: Db,
  id: string,
): Promise<Pick<Stored, 'file_name' | 'type' | 'content'> | undefined> => {
  const paper = db.selectFrom('land_papers').select(['file_name', 'type', 'content']).where('id', '=', id);
  return paper.where('case_id', 'is not', null).executeTakeFirst();
};
