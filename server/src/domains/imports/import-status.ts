import type { ImportProgress, ImportStatus } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { jobProgress } from '#domains/jobs';
import type { ImportRow } from './imports.repo.ts';

export type Job = Awaited<ReturnType<typeof jobProgress>>;

export const jobOf = async (db: Db, id: string | null): Promise<Job> => (id === null ? null : jobProgress(db, id));

export const isAtWork = (job: Job): boolean => job?.status === 'waiting' || job?.status === 'running';

/** How far an import is, by its job; null without one. */
export const progressOf = (job: Job): ImportProgress | null =>
  job && { done: job.done, total: job.total ?? 0, failure: job.failure };

/** An import whose job has ended without it, or is no more, has failed: its last chunk would have said that it is over. */
export const statusOf = (status: ImportRow['status'], job: Job): ImportStatus =>
  status === 'importing' && !isAtWork(job) ? 'failed' : status;

/** How far taking an import's records back is, or null before the first. One whose job ended without it has failed. */
export const takenBackOf = async (db: Db, row: ImportRow, records: string) => {
  const { take_back_job_id = null, taken_back = 0, taken_back_at = null } = row;
  if (take_back_job_id === null) return null;
  const job = taken_back_at === null ? await jobOf(db, take_back_job_id) : null;
  const ended = taken_back_at === null ? 'failed' : 'done';
  return {
    status: isAtWork(job) ? 'running' : ended,
    [records]: taken_back,
    ended_at: taken_back_at?.toISOString() ?? null,
    progress: progressOf(job),
  };
};
