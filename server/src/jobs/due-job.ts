import type { Db } from '#db/database.ts';
import { beginRun } from './job-runs.repo.ts';
import type { Job } from './schedule.ts';

/** How often each server looks whether a job is due; also how late one may begin. */
const LOOK_MS = 10 * 60_000;

/**
 * A job whose runs the database knows: one server begins it when an interval has passed since the last run, also when
 * all were started again in between. A run that fails or is cut off counts: the next one comes an interval later.
 */
export const dueJob = (
  { db, now }: { db: Db; now: () => Date },
  { name, everyMs, run }: Pick<Job, 'name' | 'everyMs' | 'run'>,
): Job => ({
  name,
  everyMs: Math.min(everyMs, LOOK_MS),
  atOnce: true,
  run: async () => {
    if (await beginRun(db, name, { now: now(), everyMs })) await run();
  },
});
