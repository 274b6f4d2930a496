import type { Insertable } from 'kysely';
import type { Db, Tables } from '#db/database.ts';

/** Stores a message and gives true, or false when its reference is already another's. */
export const insertContactMessage = async (db: Db, row: Insertable<Tables['contact_messages']>): Promise<boolean> => {
  const inserted = await db
    .insertInto('contact_messages')
    .values(row)
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
};
