import { type Insertable, sql } from 'kysely';
import type { Db, Tables } from '#db/database.ts';

/** Words of staff on a message, the oldest first, and how far the mail of a reply is. */
export const entriesOf = (db: Db, messageId: string) =>
  db
    .selectFrom('contact_entries')
    .leftJoin('outbox_messages', 'outbox_messages.id', 'contact_entries.outbox_id')
    .select(['contact_entries.id', 'kind', 'contact_entries.body', 'written_by', 'written_at'])
    .select(['outbox_messages.status as mail', 'outbox_messages.expires_at as mail_expires_at'])
    .where('message_id', '=', messageId)
    .orderBy('contact_entries.id')
    .execute();

export const countEntries = async (db: Db, messageId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM contact_entries WHERE message_id = ${messageId}`.execute(db);
  return rows[0]?.count ?? 0;
};

export const insertEntry = async (db: Db, entry: Insertable<Tables['contact_entries']>): Promise<void> => {
  await db.insertInto('contact_entries').values(entry).execute();
};
