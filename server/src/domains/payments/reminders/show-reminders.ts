import { type ListQuery, type ReminderBatch, reminderList, type SentReminders } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { loginsOf } from '#domains/identity';
import { jobProgress } from '#domains/jobs';
import { Refusal } from '#lib/refusal.ts';
import { countReminders, findBatch, remindersSql } from './reminders.repo.ts';

/** How far a batch of reminders is; 404 `not_found`. */
export const showReminders = async (db: Db, id: string): Promise<ReminderBatch> => {
  const batch = await findBatch(db, id);
  if (!batch) throw new Refusal('not_found', 'There are no such reminders.');
  const { age, recipients, parts, cost, created_at, job_id } = batch;
  const job = await jobProgress(db, job_id);
  return {
    id,
    age,
    recipients,
    parts,
    cost,
    created_at: created_at.toISOString(),
    ...(await countReminders(db, id)),
    failure: job?.status === 'failed' || job?.status === 'waiting' ? job.failure : '',
  };
};

/** Batches of reminders with the usernames of those who confirmed them. */
export const remindersSource: ListSource<ListQuery<typeof reminderList>, SentReminders> = listSource(
  reminderList,
  remindersSql,
  async (rows, db) => {
    const logins = await loginsOf(
      db,
      rows.map(({ created_by }) => created_by),
    );
    return rows.map(({ created_by, created_at, ...batch }) => ({
      ...batch,
      created_at: created_at.toISOString(),
      sent_by: logins.get(created_by) ?? '',
    }));
  },
);
