import type { ImportProgress, ImportStatus } from '@banbo/contract';

type Job = { status: string; done: number; total: number | null; failure: string } | null;

/** An import whose job has ended without it, or is no more, has failed: its last chunk would have said that it is over. */
export const importStatus = (status: Exclude<ImportStatus, 'failed'>, job: Job): ImportStatus => {
  if (status !== 'importing') return status;
  return job?.status === 'waiting' || job?.status === 'running' ? 'importing' : 'failed';
};

/** How far an import is, by its job; null without one. */
export const importProgress = (job: Job): ImportProgress | null =>
  job && { done: job.done, total: job.total ?? 0, failure: job.failure };
