import type { Selectable } from 'kysely';
import { type SqlBool, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';

/** A message to a person, without its words. */
export type MessageTo = Pick<Selectable<Tables['outbox_messages']>, 'channel' | 'subject' | 'created_at' | 'status'>;

/** The most that one answer lists. */
const MOST = 1_000;

/** Messages of the outbox to these numbers, in E.164 form, and mail addresses, the newest first, from a moment on. */
export const messagesTo = (
  db: Db,
  { recipients, from }: { recipients: readonly string[]; from: Date },
): Promise<MessageTo[]> =>
  db
    .selectFrom('outbox_messages')
    .select(['channel', 'subject', 'created_at', 'status'])
    .where(sql<SqlBool>`recipient = ANY(${recipients})`)
    .where('created_at', '>=', from)
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();

/** Deletes messages to these numbers and addresses that were written until a moment: later ones may be another person's. */
export const forgetMessages = async (
  tx: Tx,
  { recipients, until }: { recipients: readonly string[]; until: Date },
): Promise<void> => {
  await tx
    .deleteFrom('outbox_messages')
    .where(sql<SqlBool>`recipient = ANY(${recipients})`)
    .where('created_at', '<=', until)
    .execute();
};
