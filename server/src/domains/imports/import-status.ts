import type { ImportStatus } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { isLost, jobProgress } from '#domains/jobs';
import { withIsoDates } from '#lib/iso-dates.ts';
import type { ImportRow } from './imports.repo.ts';

export type ImportJob = Awaited<ReturnType<typeof jobProgress>>;

export const jobOf = async (db: Db, id: string | null | undefined): Promise<ImportJob> =>
  id ? jobProgress(db, id) : null;

export const progressOf = (job: ImportJob) => job && { done: job.done, total: job.total ?? 0, failure: job.failure };

/** An import has failed whose job is lost. The last chunk ends both. */
export const statusOf = (status: ImportRow['status'], job: ImportJob): ImportStatus =>
  status === 'importing' && isLost(job) ? 'failed' : status;

/** How far taking an import's records back is; null before the first. */
export const takenBackOf = async (db: Db, row: ImportRow, records: string) => {
  const { take_back_job_id = null, taken_back = 0, taken_back_at = null } = row;
  if (take_back_job_id === null) return null;
  const job = taken_back_at === null ? await jobOf(db, take_back_job_id) : null;
  const status = taken_back_at !== null ? 'done' : isLost(job) ? 'failed' : 'running';
  return withIsoDates({ status, [records]: taken_back, ended_at: taken_back_at, progress: progressOf(job) });
};
