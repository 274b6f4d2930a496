import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { ListSql } from '#db/list/list-sql.ts';
import { nextId } from '#db/records.ts';

/** The tables of reminders of one kind, and the column of the one who is reminded. */
export type ReminderTables = { batches: string; reminders: string; subject: string };

export type NewReminderBatch = {
  age: string;
  recipients: number;
  parts: number;
  cost: string | null;
  job_id: string;
  created_by: string;
  created_at: Date;
};
export type ReminderBatchRow = NewReminderBatch & { id: string };

export type NewReminder = { subject_id: string; text: string; parts: number };
export type WaitingReminder = { id: string; subject_id: string; body: string };
export type SettledReminder = { id: string; status: 'queued' | 'skipped'; status_reason: string | null };

type BatchQuery = { page: number; size: number; sort: 'created_at' | '-created_at' };
/** A batch in its list, with how many of its reminders were skipped. */
type ListedBatch<Age> = Omit<ReminderBatchRow, 'age' | 'job_id'> & { age: Age; skipped: number };

/** Reads and writes of reminders in their tables. */
export const reminderRepo = <Age extends string>(names: ReminderTables) => {
  const batches = sql.table(names.batches);
  const reminders = sql.table(names.reminders);
  const subject = sql.ref(names.subject);
  return {
    /** Those reminded after a day or about to be: all, or those of these ids. */
    remindedSince: async (db: Db, day: string, ids?: readonly string[]): Promise<Set<string>> => {
      const { rows } = await sql<{ subject_id: string }>`
        SELECT DISTINCT ${subject}::text AS subject_id FROM ${reminders}
        WHERE status <> 'skipped' AND day > ${day} ${ids ? sql`AND ${subject} = ANY(${ids}::bigint[])` : sql``}`.execute(
        db,
      );
      return new Set(rows.map(({ subject_id }) => subject_id));
    },

    /** Allows one transaction at a time to choose whom to remind; reads go on. */
    lockBatches: async (tx: Tx): Promise<void> => {
      await sql`LOCK TABLE ${batches} IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
    },

    /** Takes the next batch's id, so that its job can be queued before it. */
    nextBatchId: (tx: Tx): Promise<string> => nextId(tx, names.batches),

    /** Stores a batch and its reminders in the order given. */
    insertBatch: async (
      tx: Tx,
      id: string,
      { age, recipients, parts, cost, job_id, created_by, created_at }: NewReminderBatch,
      { given, day }: { given: readonly NewReminder[]; day: string },
    ): Promise<void> => {
      await sql`
        INSERT INTO ${batches} (id, age, recipients, parts, cost, job_id, created_by, created_at) OVERRIDING SYSTEM VALUE
        VALUES (${id}, ${age}, ${recipients}, ${parts}, ${cost}, ${job_id}, ${created_by}, ${created_at})`.execute(tx);
      await sql`
        INSERT INTO ${reminders} (batch_id, ${subject}, day, parts, body)
        SELECT ${id}, subject_id, ${day}, parts, text
        FROM ROWS FROM (
          jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS (subject_id bigint, parts smallint, text text)
        ) WITH ORDINALITY AS given (subject_id, parts, text, place) ORDER BY place`.execute(tx);
    },

    /** Skips reminders of these that still wait from that day or before: their job failed. */
    giveUpWaiting: async (tx: Tx, ids: readonly string[], day: string): Promise<void> => {
      await sql`
        UPDATE ${reminders} SET status = 'skipped', status_reason = 'Not sent in time; another one was confirmed.', body = ''
        WHERE ${subject} = ANY(${ids}::bigint[]) AND status = 'waiting' AND day <= ${day}`.execute(tx);
    },

    /** The next waiting reminders of a batch, locked. */
    nextWaiting: async (
      tx: Tx,
      { batchId, after, limit }: { batchId: string; after: string; limit: number },
    ): Promise<WaitingReminder[]> => {
      const { rows } = await sql<WaitingReminder>`
        SELECT id, ${subject} AS subject_id, body FROM ${reminders}
        WHERE batch_id = ${batchId} AND id > ${after} AND status = 'waiting' ORDER BY id LIMIT ${limit} FOR UPDATE`.execute(
        tx,
      );
      return rows;
    },

    /** Records whether reminders were queued, on their day, and removes their personal texts. */
    settle: async (tx: Tx, settled: readonly SettledReminder[], day: string): Promise<void> => {
      await sql`
        UPDATE ${reminders} AS reminder SET status = given.status, status_reason = given.status_reason, body = '', day = ${day}
        FROM jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) AS given (id bigint, status text, status_reason text)
        WHERE reminder.id = given.id`.execute(tx);
    },

    findBatch: async (db: Db, id: string): Promise<ReminderBatchRow | undefined> => {
      const { rows } = await sql<ReminderBatchRow>`SELECT * FROM ${batches} WHERE id = ${id}`.execute(db);
      return rows[0];
    },

    /** How many reminders of a batch are in each state. */
    countReminders: async (db: Db, batchId: string) => {
      const { rows } = await sql<{ status: string; count: number }>`
        SELECT status, count(*)::integer AS count FROM ${reminders} WHERE batch_id = ${batchId} GROUP BY status`.execute(
        db,
      );
      const of = (status: string): number => rows.find((row) => row.status === status)?.count ?? 0;
      return { queued: of('queued'), skipped: of('skipped'), waiting: of('waiting') };
    },

    batchesSql: {
      rows: (db) =>
        db
          .selectFrom(
            sql<ListedBatch<string>>`(
              SELECT id, age, recipients, parts, cost, created_by, created_at, (
                SELECT count(*)::integer FROM ${reminders} WHERE batch_id = batch.id AND status = 'skipped'
              ) AS skipped FROM ${batches} AS batch
            )`.as('listed'),
          )
          .selectAll()
          .$castTo<ListedBatch<Age>>(),
      filters: {},
      sorts: { created_at: ['created_at', 'id'] },
    } satisfies ListSql<BatchQuery, ListedBatch<Age>>,
  };
};
