import type { ZodType } from 'zod';
import type { Db, Tx } from '#db/database.ts';
import { cancelOpenJob, findProgress, insertJob, type JobProgress } from './jobs.repo.ts';

/**
 * Queues a job in the caller's transaction and gives its id: no server sees it before that commits, and none ever if it
 * rolls back. Throws a `ZodError` for an input that does not fit.
 */
export const queueJob = <Input>(
  tx: Tx,
  { name, input: schema }: { name: string; input: ZodType<Input> },
  input: Input,
  now: Date,
): Promise<string> => insertJob(tx, { name, input: JSON.stringify(schema.parse(input)), now });

/** How far a job is and what failed last, or null where there is none with this id. */
export const jobProgress = (db: Db, id: string): Promise<JobProgress | null> => findProgress(db, id);

/** Ends a job that has not ended; the chunk that runs meanwhile leaves nothing. False where it has ended. */
export const cancelJob = (db: Db, id: string, now: Date): Promise<boolean> => cancelOpenJob(db, id, now);
