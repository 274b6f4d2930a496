import type { Db, Tx } from '#db/database.ts';

/** Links the messages of one driver to another, whose duplicate it was; gives their record numbers. */
export const moveContactMessages = async (tx: Tx, driverId: string, into: string): Promise<string[]> => {
  const moving = tx.updateTable('contact_messages').set({ driver_id: into }).where('driver_id', '=', driverId);
  return (await moving.returning('id').execute()).map(({ id }) => id);
};

/** Links those of these messages back to a driver that are still linked to the other one. */
export const moveContactMessagesBack = async (
  tx: Tx,
  ids: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<void> => {
  if (ids.length === 0) return;
  const linked = tx.updateTable('contact_messages').set({ driver_id: to }).where('driver_id', '=', from);
  await linked.where('id', 'in', ids).execute();
};

/** The most that one answer lists. */
const MOST = 1_000;

/** The words that visitors sent who were linked to a driver, the newest first. */
export const contactMessagesOf = (
  db: Db,
  driverId: string,
): Promise<{ subject: string; message: string; received_at: Date }[]> =>
  db
    .selectFrom('contact_messages')
    .select(['subject', 'message', 'received_at'])
    .where('driver_id', '=', driverId)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();

/** The mails in which staff replied to messages that are linked to a driver, the newest first. */
export const contactRepliesTo = (
  db: Db,
  driverId: string,
): Promise<{ subject: string; body: string; written_at: Date }[]> =>
  db
    .selectFrom('contact_messages')
    .innerJoin('contact_entries', 'contact_entries.message_id', 'contact_messages.id')
    .select(['contact_messages.subject', 'contact_entries.body', 'contact_entries.written_at'])
    .where('contact_messages.driver_id', '=', driverId)
    .where('contact_entries.kind', '=', 'reply')
    .orderBy('contact_entries.id', 'desc')
    .limit(MOST)
    .execute();

const ERASED = 'ERASED';

/** Empties the messages that are linked to a driver, and what staff wrote on them and mailed; their states and days stay. */
export const eraseContactMessages = async (tx: Tx, driverId: string): Promise<void> => {
  const ofDriver = tx.selectFrom('contact_messages').select('id').where('driver_id', '=', driverId);
  const mails = tx.selectFrom('contact_entries').select('outbox_id').where('message_id', 'in', ofDriver);
  await tx.deleteFrom('outbox_messages').where('id', 'in', mails).execute();
  await tx.updateTable('contact_entries').set({ body: ERASED }).where('message_id', 'in', ofDriver).execute();
  await tx
    .updateTable('contact_messages')
    .set({ name: ERASED, email: ERASED, subject: ERASED, message: ERASED })
    .where('driver_id', '=', driverId)
    .execute();
};
