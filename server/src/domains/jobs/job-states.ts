import type { JobProgress } from './jobs.repo.ts';

type Job = Pick<JobProgress, 'status'> | null;

/** It waits or runs. */
export const isAtWork = (job: Job): boolean => job?.status === 'waiting' || job?.status === 'running';

/**
 * It will not finish its work: it failed, was cancelled or is no more. One that is done has
 * finished it, also where the record of its work was read a moment before.
 */
export const isLost = (job: Job): boolean => job === null || job.status === 'failed' || job.status === 'cancelled';
