import { type ListQuery, normalizePhone, type outboxList, TEMPLATE_KEYS, type TemplateKey } from '@banbo/contract';
import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { equals, type ListSql } from '#db/list/list-sql.ts';
import { among, countRows } from '#db/records.ts';

export type OutboxRow = Selectable<Tables['outbox_messages']>;
export type MessageChannel = OutboxRow['channel'];

type NewMessage = Insertable<Tables['outbox_messages']>;

/** Stores a message and gives its id. */
export const insertMessage = async (db: Db, message: NewMessage): Promise<string> =>
  (await db.insertInto('outbox_messages').values(message).returning('id').executeTakeFirstOrThrow()).id;

/** Stores text messages by one statement, however many they are. */
export const insertTexts = async (
  db: Db,
  texts: readonly Pick<NewMessage, 'recipient' | 'body' | 'created_at' | 'next_attempt_at' | 'expires_at'>[],
  priority: Priority,
): Promise<void> => {
  await sql`
    INSERT INTO outbox_messages (channel, priority, recipient, subject, body, created_at, next_attempt_at, expires_at)
    SELECT 'sms', ${priority}::smallint, recipient, '', body, created_at, next_attempt_at, expires_at
    FROM jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) AS given (
      recipient text, body text, created_at timestamptz, next_attempt_at timestamptz, expires_at timestamptz
    )`.execute(db);
};

/**
 * -1: messages about people in danger, and to the owner; 0: mail, and codes of known people; 1:
 * other texts; 2: texts that can wait.
 */
export type Priority = -1 | 0 | 1 | 2;

type Kind = { channel: MessageChannel; priority: Priority };

const dueMessages = (db: Db, { channel, priority }: Kind, now: Date) =>
  db
    .selectFrom('outbox_messages')
    .select('id')
    .where('channel', '=', channel)
    .where('priority', '=', priority)
    .where('status', '=', sql.lit('waiting'))
    .where('next_attempt_at', '<=', now)
    .where('expires_at', '>', now)
    .orderBy('next_attempt_at')
    .orderBy('id');

/** True when a message of the kind is due and good. */
export const isMessageDue = async (db: Db, kind: Kind, now: Date): Promise<boolean> =>
  (await dueMessages(db, kind, now).limit(1).executeTakeFirst()) !== undefined;

/**
 * Begins the next attempt of due messages, the longest due first; until `retryAt` they are not due.
 * So a server that ends while sending loses none, and none is repeated while the service may still
 * take it. Clears the last refusal, so that staff cannot resend a message on its way.
 */
export const beginAttempts = (
  db: Db,
  { now, retryAt, limit, ...kind }: Kind & { now: Date; retryAt: Date; limit: number },
): Promise<OutboxRow[]> => {
  const due = dueMessages(db, kind, now).limit(limit).forUpdate();
  return (
    db
      .updateTable('outbox_messages')
      .set((eb) => ({ next_attempt_at: retryAt, attempts: eb('attempts', '+', 1), error: '' }))
      // An array is made once, and so never has more than `limit`.
      .where(sql<SqlBool>`id = ANY (ARRAY(${due}))`)
      .returningAll()
      .execute()
  );
};

/** `serviceId`: the service's own name for it, or empty. */
export const markSent = async (db: Db, id: string, { serviceId, now }: { serviceId: string; now: Date }) => {
  await db
    .updateTable('outbox_messages')
    .set({ status: 'sent', sent_at: now, body: '', error: '', service_id: serviceId })
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

/** The states of these messages by id; the outbox drops old ones. */
export const statesOfMessages = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OutboxRow['status']>> => {
  const rows = await db.selectFrom('outbox_messages').select(['id', 'status']).where(among('id', { ids })).execute();
  return new Map(rows.map(({ id, status }) => [id, status]));
};

/** The states of messages that are not sent and have words. */
const OPEN = ['waiting', 'held', 'failed'] as const;

/** Empties unsent messages to this recipient, of these subjects or all, but no urgent ones. */
export const expireMessages = async (
  db: Db,
  { channel, recipient, subjects }: { channel: MessageChannel; recipient: string; subjects?: readonly string[] },
): Promise<void> => {
  await db
    .updateTable('outbox_messages')
    .set({ status: 'expired', body: '' })
    .where('channel', '=', channel)
    .where('recipient', '=', recipient)
    // Those are about people in danger, whoever else had the number.
    .where('priority', '>=', sql.lit(0))
    .$if(subjects !== undefined, (query) => query.where('subject', 'in', subjects ?? []))
    .where('status', 'in', OPEN)
    .execute();
};

/** Empties messages past their time, and deletes those made before `olderThan`. */
export const clearOutbox = async (db: Db, now: Date, olderThan: Date): Promise<void> => {
  await db
    .updateTable('outbox_messages')
    .set({ status: 'expired', body: '' })
    .where('status', 'in', OPEN)
    .where('expires_at', '<=', now)
    .execute();
  await db.deleteFrom('outbox_messages').where('created_at', '<', olderThan).execute();
};

type Query = ListQuery<typeof outboxList>;

/** Messages of a status as staff see it: late ones are expired before the hourly job marks them. */
const inStatus = (status: NonNullable<Query['status']>, { now }: { now: Date }): RawBuilder<SqlBool> => {
  if (status === 'sent') return sql`status = 'sent'`;
  if (status === 'expired')
    return sql`(status = 'expired' OR (status IN ('waiting', 'held', 'failed') AND expires_at <= ${now}))`;
  return sql`status = ${sql.lit(status)} AND expires_at > ${now}`;
};

/** Messages come in the order of their ids, which is that of writing. */
export const outboxSql: ListSql<Query, OutboxRow, { now: Date }> = {
  rows: (db) => db.selectFrom('outbox_messages').selectAll(),
  filters: {
    channel: equals('channel'),
    status: inStatus,
    // A number in any usual spelling, or an address as it was written.
    recipient: (text) => equals('recipient')(normalizePhone(text) ?? text),
  },
  sorts: { created_at: ['id'] },
};

/** A message to a person, without its words. */
export type MessageTo = Pick<Selectable<Tables['outbox_messages']>, 'channel' | 'subject' | 'created_at' | 'status'>;

/** The most that one answer lists. */
const MOST = 1_000;

/** Messages to these E.164 numbers and mail addresses since a moment, the newest first. */
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

/** Deletes messages to these numbers and addresses up to a moment; later ones may be another's. */
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

/** The two parts of a day's texts: codes of people who are known, and all other texts. */
export type Share = 'codes' | 'others';

const PRIORITIES = { codes: [0], others: [1, 2] } as const satisfies Record<Share, readonly Priority[]>;

/** The count of waiting texts stops here; it is for a sentence on the dashboard. */
const COUNTED = 10_000;

const counting = (db: Db) => db.selectFrom('outbox_messages').where('channel', '=', sql.lit('sms'));

/** The number of text messages sent since the moment, and of codes among them. */
export const countSentTexts = async (db: Db, since: Date): Promise<{ all: number; codes: number }> => {
  const { all, codes } = await counting(db)
    .where('status', '=', sql.lit('sent'))
    .where('sent_at', '>=', since)
    .select((eb) => [
      eb.fn.countAll<string>().as('all'),
      eb.fn.countAll<string>().filterWhere('priority', '=', 0).as('codes'),
    ])
    .executeTakeFirstOrThrow();
  return { all: Number(all), codes: Number(codes) };
};

const due = (db: Db, now: Date) =>
  counting(db)
    .where('status', '=', sql.lit('waiting'))
    .where('next_attempt_at', '<=', now)
    .where('expires_at', '>', now);

/** Text messages of these shares that are due and unexpired, counted up to ten thousand. */
export const countDueTexts = async (db: Db, shares: readonly Share[], now: Date): Promise<number> => {
  const priorities: Priority[] = shares.flatMap((share) => PRIORITIES[share]);
  if (priorities.length === 0) return 0;
  return countRows(db, due(db, now).where('priority', 'in', priorities).limit(COUNTED));
};

/** Text messages, sent or waiting, since the moment: by E.164 number, then by the day's start. */
export const countTextsTo = async (
  db: Db,
  numbers: readonly string[],
  since: Date,
): Promise<Map<string, Map<number, number>>> => {
  const rows = await counting(db)
    // One parameter however many they are, so that every length is the same statement.
    .where(sql<boolean>`recipient = ANY(${numbers}::text[])`)
    .where('next_attempt_at', '>=', since)
    .select((eb) => [
      'recipient',
      sql<Date>`date_trunc('day', next_attempt_at, 'UTC')`.as('day'),
      eb.fn.countAll<string>().as('count'),
    ])
    .groupBy(['recipient', 'day'])
    .execute();
  const byNumber = Map.groupBy(rows, ({ recipient }) => recipient);
  return new Map(
    [...byNumber].map(([number, days]) => [
      number,
      new Map(days.map(({ day, count }) => [day.getTime(), Number(count)])),
    ]),
  );
};

/** Messages that should have gone out: their number, up to a bound, and the oldest's moment. */
export type OutboxState = Kind & { waiting: number; oldest: Date | null };

/** Messages of a kind that are looked at: the first of those that are due next. */
const LOOKED_AT = 1_000;

/** How the messages of each kind stand that are due, or were refused and wait for another try. */
export const readOutboxStates = async (db: Db, kinds: readonly Kind[], now: Date): Promise<OutboxState[]> => {
  const { rows } = await sql<OutboxState>`
    SELECT kind.channel, kind.priority, found.waiting::integer AS waiting, found.oldest
    FROM jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) AS kind (channel text, priority smallint)
    CROSS JOIN LATERAL (
      SELECT count(*) AS waiting, min(created_at) AS oldest FROM (
        SELECT created_at, next_attempt_at, attempts, expires_at FROM outbox_messages
        WHERE channel = kind.channel AND priority = kind.priority AND status = 'waiting'
        ORDER BY next_attempt_at, id LIMIT ${sql.lit(LOOKED_AT)}
      ) AS next
      WHERE expires_at > ${now} AND (next_attempt_at <= ${now} OR attempts > 0)
    ) AS found`.execute(db);
  return rows;
};

/** The newest messages of a state in which the service's answer is looked for. */
const ANSWERS_LOOKED_AT = 200;

/** The service's answer to the newest message of a channel that it refused; null without one. */
export const lastRefusal = async (db: Db, channel: MessageChannel): Promise<string | null> => {
  const newest = (status: 'waiting' | 'failed') => sql`
    (SELECT id, error FROM outbox_messages WHERE channel = ${channel} AND status = ${sql.lit(status)}
      ORDER BY id DESC LIMIT ${sql.lit(ANSWERS_LOOKED_AT)})`;
  const { rows } = await sql<{ error: string }>`
    SELECT error FROM (${newest('waiting')} UNION ALL ${newest('failed')}) AS newest
    WHERE error <> '' ORDER BY id DESC LIMIT 1`.execute(db);
  return rows[0]?.error ?? null;
};

type StoredWords = { key: TemplateKey; words: string; changed_by: string; changed_at: Date };

/** The company's own words of a template; undefined where there are none. */
export const storedWords = async (db: Db, key: TemplateKey): Promise<string | undefined> =>
  (await db.selectFrom('message_templates').select('words').where('key', '=', key).executeTakeFirst())?.words;

/** All of them; there are as many as templates at most. */
export const allStoredWords = (db: Db): Promise<StoredWords[]> =>
  db
    .selectFrom('message_templates')
    .select(['words', 'changed_by', 'changed_at'])
    .select((eb) => eb.ref('key').$castTo<TemplateKey>().as('key'))
    .where('key', 'in', TEMPLATE_KEYS)
    .execute();

export const storeWords = async (tx: Tx, row: StoredWords): Promise<void> => {
  const { key, ...values } = row;
  await tx
    .insertInto('message_templates')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
    .execute();
};

/** Removes own words and gives them; undefined where there were none. */
export const removeWords = async (tx: Tx, key: TemplateKey): Promise<string | undefined> =>
  (await tx.deleteFrom('message_templates').where('key', '=', key).returning('words').executeTakeFirst())?.words;

/** Serialises changes of templates until the transaction ends, also of those without a row yet. */
export const lockTemplates = async (tx: Tx): Promise<void> => {
  await sql`LOCK TABLE message_templates IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
};
