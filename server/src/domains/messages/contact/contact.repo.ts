import {
  ANSWER_DAYS,
  CONTACT_COUNTED,
  CONTACT_REACH,
  CONTACT_STATUSES,
  type ContactFigures,
  type ContactStatus,
  type contactList,
  type ListQuery,
} from '@banbo/contract';
import { type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { ListSql, Order } from '#db/list/list-sql.ts';
import { equals, fromDay, untilDay } from '#db/list/list-sql.ts';
import { among, countRows } from '#db/records.ts';
import { existing } from '#lib/refusal.ts';

type Messages = Tables['contact_messages'];

/** Stores a message and answers true, or false when another message has its reference. */
export const insertContactMessage = async (db: Db, row: Insertable<Messages>): Promise<boolean> => {
  const inserted = db.insertInto('contact_messages').values(row);
  const { numInsertedOrUpdatedRows } = await inserted
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
};

/** Messages without `words`, of which there may be thousands. */
const messages = (db: Db) =>
  db
    .selectFrom('contact_messages')
    .select(['id', 'reference', 'name', 'email', 'subject', 'message', 'received_at', 'status', 'status_reason'])
    .select([
      'assigned_to',
      'assigned_at',
      'replied_at',
      'closed_at',
      'driver_id',
      'contact_number',
      'account_id',
      'is_tenants',
    ]);

export type ContactMessageRow = Awaited<ReturnType<ReturnType<typeof messages>['execute']>>[number];
export type LockedContact = Awaited<ReturnType<typeof lockContact>>;

/** The desk that looks after messages: all of them, or those that tenants sent. */
export type ContactDesk = { needs: 'contact.answer' | 'land.answer'; isForTenants: boolean };

const atDesk = (db: Db, id: string, { isForTenants }: Pick<ContactDesk, 'isForTenants'>) =>
  messages(db)
    .where('id', '=', id)
    .$if(isForTenants, (some) => some.where('is_tenants', '=', sql.lit(true)));

export const contactById = (db: Db, id: string, desk: ContactDesk): Promise<ContactMessageRow | undefined> =>
  atDesk(db, id, desk).executeTakeFirst();

/** A message of a desk, locked until the transaction ends. Refused with 404 `not_found`. */
export const lockContact = async (tx: Tx, id: string, desk: ContactDesk) =>
  existing(await atDesk(tx, id, desk).select('status_before').forNoKeyUpdate().executeTakeFirst(), 'message');

/** Text messages of drivers to the company's number that are new still, the newest first. */
export const newDriverTexts = (db: Db, most: number) =>
  db
    .selectFrom('contact_messages')
    .select(['id', 'driver_id', 'message', 'received_at'])
    .where('is_text', '=', sql.lit(true))
    .where('status', '=', sql.lit('new'))
    .where('driver_id', 'is not', null)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();

/** The last messages of a signed-in sender, the newest first. */
export const lastOfAccount = (db: Db, accountId: string, most: number) =>
  db
    .selectFrom('contact_messages')
    .select(['id', 'reference', 'subject', 'message', 'received_at', 'status', 'contact_number'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(most)
    .execute();

/** Replies to the senders of these messages, the oldest first, and how far each is. */
export const answersOf = (db: Db, messageIds: readonly string[]) =>
  db
    .selectFrom('contact_entries')
    .leftJoin('outbox_messages', 'outbox_messages.id', 'contact_entries.outbox_id')
    .select(['message_id', 'kind', 'contact_entries.body as text', 'sent_to', 'written_at as at'])
    .select(['outbox_messages.status as delivery', 'outbox_messages.expires_at as delivery_expires_at'])
    .where(among('message_id', { ids: messageIds }))
    .where('kind', 'in', ['reply', 'text'])
    .orderBy('contact_entries.id')
    .execute();

export const setContactDriver = async (tx: Tx, id: string, driverId: string | null): Promise<void> => {
  await tx.updateTable('contact_messages').set({ driver_id: driverId }).where('id', '=', id).execute();
};

/** Words of staff on a message, the oldest first, and how far the mail or text of a reply is. */
export const entriesOf = (db: Db, messageId: string) =>
  db
    .selectFrom('contact_entries')
    .leftJoin('outbox_messages', 'outbox_messages.id', 'contact_entries.outbox_id')
    .select(['contact_entries.id', 'kind', 'contact_entries.body', 'sent_to', 'written_by', 'written_at', 'undone_at'])
    .select(['outbox_messages.status as delivery', 'outbox_messages.expires_at as delivery_expires_at'])
    .where('message_id', '=', messageId)
    .orderBy('contact_entries.id')
    .execute();

export const countEntries = (db: Db, messageId: string): Promise<number> =>
  countRows(db, db.selectFrom('contact_entries').where('message_id', '=', messageId));

/** True if a reply by mail or text message was written to a visitor. */
export const hasSentReply = async (db: Db, messageId: string): Promise<boolean> => {
  const sent = db.selectFrom('contact_entries').select('id').where('message_id', '=', messageId);
  return (await sent.where('kind', 'in', ['reply', 'text']).limit(1).executeTakeFirst()) !== undefined;
};

/** Marks the answers that staff noted by hand as not given. */
export const undoAnswers = async (tx: Tx, messageId: string, now: Date): Promise<void> => {
  const noted = tx.updateTable('contact_entries').set({ undone_at: now }).where('message_id', '=', messageId);
  await noted.where('kind', 'in', ['answered', 'whatsapp']).where('undone_at', 'is', null).execute();
};

export const insertEntry = async (db: Db, entry: Insertable<Tables['contact_entries']>): Promise<void> => {
  await db.insertInto('contact_entries').values(entry).execute();
};

type Query = ListQuery<typeof contactList>;

/** The rank of a state in the migration; conditions by rank are read in the list's order. */
const rank = (status: ContactStatus) => sql.lit(CONTACT_STATUSES.indexOf(status));

const inState = (state: Query['state']): RawBuilder<SqlBool> | null => {
  if (state === 'all') return null;
  if (state === 'open') return sql`state_rank <= ${rank('assigned')}`;
  return sql`state_rank = ${rank(state)}`;
};

/** States with few messages, as long as the office answers. */
const FEW: ReadonlySet<Query['state']> = new Set(['open', 'new', 'assigned']);

/**
 * Every typed word begins one of the message's, parted as in the column; a text without words finds
 * nothing. Few messages are read without the index, where the planner takes a common word for rare.
 */
const hasWords = (text: string, state: Query['state']): RawBuilder<SqlBool> => {
  const typed = sql`nullif(btrim(regexp_replace(${text}::text, '[^[:alnum:]]+', ' ', 'g')), '')`;
  const words = FEW.has(state) ? sql`(words || '')` : sql`words`;
  return sql`${words} @@ to_tsquery('simple', replace(${typed}, ' ', ':* & ') || ':*')`;
};

/**
 * Orders a search's results by columns without an index: by an index, the planner would look for a
 * rare word in every message.
 */
const orderOfFound = (sort: Query['sort']): Order => ({
  columns: [...(sort.endsWith('status') ? ['found_rank'] : []), 'found_at', 'id'],
  direction: sort.startsWith('-') ? 'desc' : 'asc',
});

/** The list as an account reads it, which `me` stands for. */
export const contactSql: ListSql<Query, ContactMessageRow, string> = {
  rows: (db) =>
    messages(db).select([
      sql<number>`state_rank + 0`.as('found_rank'),
      sql<Date>`received_at + interval '0'`.as('found_at'),
    ]),
  filters: {
    state: inState,
    assigned: (whom, accountId) => (whom === 'me' ? sql`assigned_to = ${accountId}` : sql`assigned_to IS NULL`),
    assigned_to: equals('assigned_to'),
    driver_id: equals('driver_id'),
    search: () => null,
    from: fromDay('received_at'),
    to: untilDay('received_at'),
  },
  always: ({ search, state }) => (search ? hasWords(search, state) : sql`true`),
  sorts: {
    status: ['state_rank', 'received_at', 'id'],
    received_at: ['received_at', 'id'],
  },
  order: ({ search, sort }) => (search ? orderOfFound(sort) : null),
};

/** The list of messages that tenants sent. */
export const tenantMessageSql: ListSql<Query, ContactMessageRow, string> = {
  ...contactSql,
  always: (query) => sql`is_tenants AND ${contactSql.always?.(query) ?? sql`true`}`,
};

/** The number of tenants' messages that nobody has taken yet. */
export const countNewTenantMessages = (db: Db): Promise<number> => {
  const unread = db.selectFrom('contact_messages').where('is_tenants', '=', sql.lit(true));
  return countRows(db, unread.where('status', '=', sql.lit('new')).limit(CONTACT_COUNTED));
};

const DAY_MS = 86_400_000;

export const countByState = async (db: Db) => {
  const counts = CONTACT_STATUSES.map(
    (status) => sql`SELECT ${sql.lit(status)} AS status, count(*)::integer AS count FROM (
      SELECT FROM contact_messages WHERE state_rank = ${rank(status)} LIMIT ${sql.lit(CONTACT_COUNTED)}
    ) AS counted`,
  );
  return (await sql<{ status: ContactStatus; count: number }>`${sql.join(counts, sql` UNION ALL `)}`.execute(db)).rows;
};

/** The number of messages that nobody has taken yet, for a badge. */
export const countNewContactMessages = (db: Db): Promise<number> =>
  countRows(db, db.selectFrom('contact_messages').where('status', '=', sql.lit('new')).limit(CONTACT_COUNTED));

/** Open messages by their age: within a day, within three, and before. */
export const countByAge = async (db: Db, now: Date) => {
  const ago = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const { rows } = await sql<{ today: number; days: number; long: number; oldest_at: Date | null }>`
    SELECT count(*) FILTER (WHERE received_at > ${ago(1)})::integer AS today,
      count(*) FILTER (WHERE received_at <= ${ago(1)} AND received_at > ${ago(3)})::integer AS days,
      count(*) FILTER (WHERE received_at <= ${ago(3)})::integer AS long, min(received_at) AS oldest_at
    FROM (
      SELECT received_at FROM contact_messages WHERE state_rank <= ${rank('assigned')}
      ORDER BY state_rank, received_at, id LIMIT ${sql.lit(CONTACT_REACH)}
    ) AS open`.execute(db);
  return rows[0] ?? { today: 0, days: 0, long: 0, oldest_at: null };
};

/** People with assigned messages, how many, and since when the longest waiting of them came. */
export const countByPerson = async (db: Db) => {
  const { rows } = await sql<{ assigned_to: string; count: number; oldest_at: Date }>`
    SELECT assigned_to, count(*)::integer AS count, min(received_at) AS oldest_at
    FROM (
      SELECT assigned_to, received_at FROM contact_messages WHERE state_rank = ${rank('assigned')}
      ORDER BY state_rank, received_at, id LIMIT ${sql.lit(CONTACT_REACH)}
    ) AS assigned
    GROUP BY assigned_to ORDER BY count DESC, assigned_to`.execute(db);
  return rows;
};

/** Hours until the first reply: of half of the messages that got it lately, and of nine in ten. */
export const answerTimes = async (db: Db, now: Date): Promise<ContactFigures['answered']> => {
  const since = new Date(now.getTime() - ANSWER_DAYS * DAY_MS);
  const { rows } = await sql<ContactFigures['answered']>`
    SELECT count(*)::integer AS count, percentile_cont(0.5) WITHIN GROUP (ORDER BY hours) AS half_within,
      percentile_cont(0.9) WITHIN GROUP (ORDER BY hours) AS most_within
    FROM (
      SELECT (extract(epoch FROM replied_at - received_at) / 3600)::float8 AS hours
      FROM contact_messages WHERE replied_at >= ${since} ORDER BY replied_at DESC LIMIT ${sql.lit(CONTACT_REACH)}
    ) AS answered`.execute(db);
  return rows[0] ?? { count: 0, half_within: null, most_within: null };
};

/** Links the messages of a merged duplicate to its driver; gives their record numbers. */
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
export const contactMessagesOf = (db: Db, driverId: string) =>
  db
    .selectFrom('contact_messages')
    .select(['subject', 'message', 'received_at'])
    .where('driver_id', '=', driverId)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();

/** Replies of staff, by mail or phone, to messages of a linked driver, the newest first. */
export const contactRepliesTo = (db: Db, driverId: string) =>
  db
    .selectFrom('contact_messages')
    .innerJoin('contact_entries', 'contact_entries.message_id', 'contact_messages.id')
    .select(['contact_messages.subject', 'contact_entries.body', 'contact_entries.written_at'])
    .where('contact_messages.driver_id', '=', driverId)
    .where('contact_entries.kind', 'in', ['reply', 'text', 'whatsapp'])
    .where('contact_entries.undone_at', 'is', null)
    .orderBy('contact_entries.id', 'desc')
    .limit(MOST)
    .execute();

const ERASED = 'ERASED';

/** Empties a driver's messages and what staff wrote on them and mailed; states and days stay. */
export const eraseContactMessages = async (tx: Tx, driverId: string): Promise<void> => {
  const ofDriver = tx.selectFrom('contact_messages').select('id').where('driver_id', '=', driverId);
  const replies = tx.selectFrom('contact_entries').select('outbox_id').where('message_id', 'in', ofDriver);
  await tx.deleteFrom('outbox_messages').where('id', 'in', replies).execute();
  const words = { body: ERASED, sent_to: sql<string | null>`CASE WHEN sent_to IS NOT NULL THEN ${ERASED} END` };
  await tx.updateTable('contact_entries').set(words).where('message_id', 'in', ofDriver).execute();
  await tx
    .updateTable('contact_messages')
    .set({ name: ERASED, email: ERASED, subject: ERASED, message: ERASED, contact_number: null, account_id: null })
    .where('driver_id', '=', driverId)
    .execute();
};
