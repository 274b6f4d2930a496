import type { ListQuery, reminderList } from '@banbo/contract';
import { type Insertable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';

/** Drivers who were reminded after a day or are about to be: all, or those of these ids. */
export const remindedSince = async (db: Db, day: string, driverIds?: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ driver_id: string }>`
    SELECT DISTINCT driver_id::text FROM reminders
    WHERE status <> 'skipped' AND day > ${day}
      ${driverIds ? sql`AND driver_id = ANY(${driverIds}::bigint[])` : sql``}`.execute(db);
  return new Set(rows.map(({ driver_id }) => driver_id));
};

/** Allows one transaction at a time to choose whom to remind; reads go on. */
export const lockBatches = async (tx: Tx): Promise<void> => {
  await sql`LOCK TABLE reminder_batches IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
};

/** Takes the next batch's id, so that its job can be queued before it. */
export const nextBatchId = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    SELECT nextval(pg_get_serial_sequence('reminder_batches', 'id'))::text AS id`.execute(tx);
  return rows[0]?.id ?? '';
};

export type NewBatch = Omit<Insertable<Tables['reminder_batches']>, 'id'>;
export type NewReminder = { driver_id: string; body: string; parts: number };

export const insertBatch = async (
  tx: Tx,
  id: string,
  { age, recipients, parts, cost, job_id, created_by, created_at }: NewBatch,
): Promise<void> => {
  await sql`
    INSERT INTO reminder_batches (id, age, recipients, parts, cost, job_id, created_by, created_at) OVERRIDING SYSTEM VALUE
    VALUES (${id}, ${age}, ${recipients}, ${parts}, ${cost}, ${job_id}, ${created_by}, ${created_at})`.execute(tx);
};

/** Stores the reminders of a batch in the order given, by one statement. */
export const insertReminders = async (
  tx: Tx,
  batchId: string,
  reminders: readonly NewReminder[],
  day: string,
): Promise<void> => {
  await sql`
    INSERT INTO reminders (batch_id, driver_id, day, parts, body)
    SELECT ${batchId}, driver_id, ${day}, parts, body
    FROM ROWS FROM (
      jsonb_to_recordset(${JSON.stringify(reminders)}::jsonb) AS (driver_id bigint, parts smallint, body text)
    ) WITH ORDINALITY AS given (driver_id, parts, body, place) ORDER BY place`.execute(tx);
};

export type WaitingReminder = { id: string; driver_id: string; body: string };

/** Skips reminders of these drivers that still wait from that day or before: their job failed. */
export const giveUpWaiting = async (tx: Tx, driverIds: readonly string[], day: string): Promise<void> => {
  await sql`
    UPDATE reminders SET status = 'skipped', status_reason = 'Not sent in time; another one was confirmed.', body = ''
    WHERE driver_id = ANY(${driverIds}::bigint[]) AND status = 'waiting' AND day <= ${day}`.execute(tx);
};

/** The next waiting reminders of a batch, locked. */
export const nextWaiting = (
  tx: Tx,
  { batchId, after, limit }: { batchId: string; after: string; limit: number },
): Promise<WaitingReminder[]> =>
  tx
    .selectFrom('reminders')
    .select(['id', 'driver_id', 'body'])
    .where('batch_id', '=', batchId)
    .where('id', '>', after)
    .where('status', '=', sql.lit('waiting'))
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();

/** Records whether reminders were queued, on their day, and removes their personal texts. */
export const settleReminders = async (
  tx: Tx,
  settled: readonly { id: string; status: 'queued' | 'skipped'; status_reason: string | null }[],
  day: string,
): Promise<void> => {
  await sql`
    UPDATE reminders SET status = given.status, status_reason = given.status_reason, body = '', day = ${day}
    FROM jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) AS given (id bigint, status text, status_reason text)
    WHERE reminders.id = given.id`.execute(tx);
};

export const findBatch = (db: Db, id: string) =>
  db.selectFrom('reminder_batches').selectAll().where('id', '=', id).executeTakeFirst();

/** How many reminders of a batch are in each state. */
export const countReminders = async (db: Db, batchId: string) => {
  const rows = await db
    .selectFrom('reminders')
    .select((eb) => ['status', eb.fn.countAll<string>().as('count')])
    .where('batch_id', '=', batchId)
    .groupBy('status')
    .execute();
  const of = (status: string): number => Number(rows.find((row) => row.status === status)?.count ?? 0);
  return { queued: of('queued'), skipped: of('skipped'), waiting: of('waiting') };
};

type ListedBatch = Pick<
  Tables['reminder_batches'],
  'age' | 'recipients' | 'parts' | 'cost' | 'created_by' | 'created_at'
> & { id: string; skipped: number };

export const remindersSql: ListSql<ListQuery<typeof reminderList>, ListedBatch> = {
  rows: (db) =>
    db
      .selectFrom('reminder_batches')
      .select(['id', 'age', 'recipients', 'parts', 'cost', 'created_by', 'created_at'])
      .select(
        sql<number>`(
          SELECT count(*)::integer FROM reminders WHERE batch_id = reminder_batches.id AND status = 'skipped'
        )`.as('skipped'),
      ),
  filters: {},
  sorts: { created_at: ['created_at', 'id'] },
};
