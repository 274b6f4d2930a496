import { holds } from '@banbo/contract';
import type { ZodType } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import type { Author } from '#lib/caller.ts';
import { Refusal } from '#lib/refusal.ts';
import type { ChunkedJob } from './define-job.ts';
import { cancelOpenJob, deleteEndedJobs, findProgress, insertJob, type JobProgress } from './jobs.repo.ts';

/**
 * Queues a job in the caller's transaction and gives its id: no server sees it before that commits, and none ever if it
 * rolls back. The server's own jobs have no author; any other is refused with 403 `not_permitted` without one who may do it.
 * Throws a `ZodError` for an input that does not fit.
 */
export const queueJob = async <Input>(
  tx: Tx,
  { name, needs, input: schema }: Pick<ChunkedJob, 'name' | 'needs'> & { input: ZodType<Input> },
  input: Input,
  { by, now }: { by: Author | null; now: Date },
): Promise<string> => {
  if (needs !== null && !(by && holds(by.role, needs))) {
    throw new Refusal('not_permitted', 'You are not authorized to do this.');
  }
  return insertJob(tx, { name, input: JSON.stringify(schema.parse(input)), queuedBy: by?.accountId ?? null, now });
};

/** How far a job is and what failed last, or null where there is none with this id. */
export const jobProgress = (db: Db, id: string): Promise<JobProgress | null> => findProgress(db, id);

/** Ends a job that has not ended; the chunk that runs meanwhile leaves nothing. False where it has ended. */
export const cancelJob = (db: Db, id: string, now: Date): Promise<boolean> => cancelOpenJob(db, id, now);

const KEPT_DAYS = 30;

/** Removes jobs that ended a month ago. */
export const forgetJobs = (db: Db, now: Date): Promise<void> =>
  deleteEndedJobs(db, new Date(now.getTime() - KEPT_DAYS * 86_400_000));
