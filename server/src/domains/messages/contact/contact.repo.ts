import type { Insertable } from 'kysely';
import type { Db, Tables } from '#db/database.ts';

/** Stores a message and answers true, or false when another message has its reference. */
export const insertContactMessage = async (db: Db, row: Insertable<Tables['contact_messages']>): Promise<boolean> => {
  const inserted = await db
    .insertInto('contact_messages')
    .values(row)
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
};
