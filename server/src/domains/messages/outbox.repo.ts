import type { ListQuery, outboxList } from '@banbo/contract';
import type { Insertable, Selectable } from 'kysely';
import type { Db, Tables } from '#db/database.ts';
import { equals } from '#db/list/conditions.ts';
import type { ListSql } from '#db/list/list-sql.ts';

export type OutboxRow = Selectable<Tables['outbox_messages']>;
export type Channel = OutboxRow['channel'];

export const insertMessage = async (db: Db, message: Insertable<Tables['outbox_messages']>): Promise<void> => {
  await db.insertInto('outbox_messages').values(message).execute();
};

/**
 * Takes messages that are due and puts their next attempt off to `retryAt`, so that no other server takes them until then
 * and none is lost when this one ends while sending.
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

/** Notes what went wrong; the message waits for `nextAttempt`, or has failed when there is none. */
export const markRefused = async (db: Db, id: string, error: string, nextAttempt: Date | null): Promise<void> => {
  await db
    .updateTable('outbox_messages')
    .set(nextAttempt ? { error, next_attempt_at: nextAttempt } : { error, status: 'failed' })
    .where('id', '=', id)
    .execute();
};

/** Empties the messages of these subjects that this recipient did not get. */
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

/** Empties messages past their time, and removes those made before `olderThan`. */
export const clearOutbox = async (db: Db, now: Date, olderThan: Date): Promise<void> => {
  await db
    .updateTable('outbox_messages')
    .set({ status: 'expired', body: '' })
    .where('status', 'in', ['waiting', 'failed'])
    .where('expires_at', '<=', now)
    .execute();
  await db.deleteFrom('outbox_messages').where('created_at', '<', olderThan).execute();
};

/** Messages come in the order of their ids, which is that of writing. */
export const outboxSql: ListSql<ListQuery<typeof outboxList>, OutboxRow> = {
  rows: (db) => db.selectFrom('outbox_messages').selectAll(),
  filters: { channel: equals('channel') },
  sorts: { created_at: ['id'] },
};
