import type { Db } from '#db/database.ts';
import { deleteEndedJobs } from './jobs.repo.ts';

const KEPT_DAYS = 30;

/** Removes jobs that ended a month ago. */
export const forgetJobs = (db: Db, now: Date): Promise<void> =>
  deleteEndedJobs(db, new Date(now.getTime() - KEPT_DAYS * 86_400_000));
