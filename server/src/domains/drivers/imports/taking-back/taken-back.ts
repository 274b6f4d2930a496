import type { TakenBack } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { jobProgress } from '#domains/jobs';
import { importProgress } from '#lib/import-status.ts';
import type { ImportRow } from '../imports.repo.ts';

/** How far the taking back of an import is, or null before the first. One whose job ended without it has failed. */
export const takenBackOf = async (
  db: Db,
  { take_back_job_id, taken_back, taken_back_at }: ImportRow,
): Promise<TakenBack | null> => {
  if (take_back_job_id === null) return null;
  const job = taken_back_at === null ? await jobProgress(db, take_back_job_id) : null;
  const isRunning = job?.status === 'waiting' || job?.status === 'running';
  const ended = taken_back_at === null ? 'failed' : 'done';
  return {
    status: isRunning ? 'running' : ended,
    drivers: taken_back,
    ended_at: taken_back_at?.toISOString() ?? null,
    progress: importProgress(job),
  };
};
