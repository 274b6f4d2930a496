import type { ReminderBatch } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { jobProgress } from '#domains/jobs';
import { Refusal } from '#lib/refusal.ts';
import { countReminders, findBatch } from './reminders.repo.ts';

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
