import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { existing } from '#lib/refusal.ts';

type Applications = Tables['land_applications'];
export type Application = Selectable<Applications>;

export const applicationById = (db: Db, id: string): Promise<Application | undefined> =>
  db.selectFrom('land_applications').selectAll().where('id', '=', id).executeTakeFirst();

/** An application, locked until the transaction ends. Refused with 404 `not_found`. */
export const lockApplication = async (tx: Tx, id: string): Promise<Application> =>
  existing(
    await tx.selectFrom('land_applications').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    'application',
  );

export const insertApplication = async (tx: Tx, row: Insertable<Applications>): Promise<string> =>
  (await tx.insertInto('land_applications').values(row).returning('id').executeTakeFirstOrThrow()).id;

/** Changes an application, which gets the next version. */
export const updateApplication = async (tx: Tx, id: string, change: Updateable<Applications>): Promise<void> => {
  const update = tx.updateTable('land_applications').set(change);
  await update.set({ version: sql`version + 1` }).where('id', '=', id).execute();
};
