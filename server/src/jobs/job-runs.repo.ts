import type { Db } from '#db/database.ts';

/** Begins a job's run unless one was begun after `cutoff`, by whichever server: true for one of those who ask at once. */
export const beginRun = async (
  db: Db,
  name: string,
  { now, cutoff }: { now: Date; cutoff: Date },
): Promise<boolean> => {
  const begun = await db
    .insertInto('job_runs')
    .values({ name, begun_at: now })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ begun_at: now }).where('job_runs.begun_at', '<=', cutoff),
    )
    .returning('name')
    .executeTakeFirst();
  return begun !== undefined;
};
