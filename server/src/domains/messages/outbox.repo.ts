import { OUTBOX_REACH, type Page } from '@banbo/contract';
import type { Insertable, Selectable } from 'kysely';
import type { Db, Tables } from '#db/database.ts';

export type OutboxRow = Selectable<Tables['outbox_messages']>;
export type Channel = OutboxRow['channel'];

export const insertMessage = async (db: Db, message: Insertable<Tables['outbox_messages']>): Promise<void> => {
  await db.insertInto('outbox_messages').values(message).execute();
};

/**
 * Claims due messages by putting their next attempt off to `retryAt`, so that no other server takes them until then and
 * none is lost when this one ends while sending.
 */
export const takeDueMessages = async (
  db: Db,
  { channel, now, retryAt, limit }: { channel: Channel; now: Date; retryAt: Date; limit: number },
): Promise<OutboxRow[]> =>
  db
    .updateTable('outbox_messages')
    .set((eb) => ({ next_attempt_at: retryAt, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('outbox_messages')
        .select('id')
        .where('channel', '=', channel)
        .where('status', '=', 'waiting')
        .where('next_attempt_at', '<=', now)
        .where('expires_at', '>', now)
        .orderBy('next_attempt_at')
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();

export const markSent = async (db: Db, id: string, now: Date): Promise<void> => {
  await db
    .updateTable('outbox_messages')
    .set({ status: 'sent', sent_at: now, body: '', error: '' })
    .where('id', '=', id)
    .execute();
};

/** Records an error; the message waits for `nextAttempt`, or has failed when that is null. */
export const markRefused = async (db: Db, id: string, error: string, nextAttempt: Date | null): Promise<void> => {
  await db
    .updateTable('outbox_messages')
    .set(nextAttempt ? { error, next_attempt_at: nextAttempt } : { error, status: 'failed' })
    .where('id', '=', id)
    .execute();
};

/** Empties unsent messages of these subjects to this recipient. */
export const expireMessages = async (
  db: Db,
  { channel, recipient, subjects }: { channel: Channel; recipient: string; subjects: readonly string[] },
): Promise<void> => {
  await db
    .updateTable('outbox_messages')
    .set({ status: 'expired', body: '' })
    .where('channel', '=', channel)
    .where('recipient', '=', recipient)
    .where('subject', 'in', subjects)
    .where('status', 'in', ['waiting', 'failed'])
    .execute();
};

/** Empties messages past their time, and deletes those made before `olderThan`. */
export const clearOutbox = async (db: Db, now: Date, olderThan: Date): Promise<void> => {
  await db
    .updateTable('outbox_messages')
    .set({ status: 'expired', body: '' })
    .where('status', 'in', ['waiting', 'failed'])
    .where('expires_at', '<=', now)
    .execute();
  await db.deleteFrom('outbox_messages').where('created_at', '<', olderThan).execute();
};

/** A page of a channel's messages, the newest first. Nothing beyond `OUTBOX_REACH` is counted or walked to. */
export const pageOfOutbox = async (db: Db, { channel, page, size }: Page & { channel: Channel }) => {
  const messages = db.selectFrom('outbox_messages').where('channel', '=', channel);
  const { count } = await db
    .selectFrom(messages.select('id').limit(OUTBOX_REACH).as('reached'))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const offset = (page - 1) * size;
  const limit = Math.max(0, Math.min(size, OUTBOX_REACH - offset));
  const rows =
    limit === 0 ? [] : await messages.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();
  return { rows, count: Number(count) };
};
