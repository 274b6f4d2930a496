import type { Insertable, Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';

type Paper = Selectable<Tables['land_papers']>;

export type SitePlanRow = Pick<Paper, 'id' | 'file_name' | 'type' | 'added_by' | 'added_at'> & { size: number };

/** The newest site plan of a plot, without its content. */
export const sitePlanOf = (db: Db, plotId: string): Promise<SitePlanRow | undefined> =>
  db
    .selectFrom('land_papers')
    .select(['id', 'file_name', 'type', 'added_by', 'added_at', sql<number>`octet_length(content)`.as('size')])
    .where('plot_id', '=', plotId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const sitePlanContent = (
  db: Db,
  plotId: string,
): Promise<Pick<Paper, 'file_name' | 'type' | 'content'> | undefined> =>
  db
    .selectFrom('land_papers')
    .select(['file_name', 'type', 'content'])
    .where('plot_id', '=', plotId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const insertSitePlan = async (tx: Tx, row: Insertable<Tables['land_papers']>): Promise<string> =>
  (await tx.insertInto('land_papers').values(row).returning('id').executeTakeFirstOrThrow()).id;

export const removeSitePlans = async (tx: Tx, plotId: string): Promise<void> => {
  await tx.deleteFrom('land_papers').where('plot_id', '=', plotId).execute();
};
