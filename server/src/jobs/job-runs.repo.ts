import type { Db } from '#db/database.ts';

/**
 * Begins a job's run unless one was begun within the last `everyMs`, by whichever server: true for one of those who ask at
 * once. A run begun later than that after `now` is of a clock that was ahead, and holds none up.
 */
export const beginRun = async (
  db: Db,
  name: string,
  { now, everyMs }: { now: Date; everyMs: number },
): Promise<boolean> => {
  const cutoff = new Date(now.getTime() - everyMs);
  // Clocks of several servers differ a little.
  const later = new Date(now.getTime() + everyMs);
  const begun = await db
    .insertInto('job_runs')
    .values({ name, begun_at: now })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ begun_at: now })
        .where((eb) => eb.or([eb('job_runs.begun_at', '<=', cutoff), eb('job_runs.begun_at', '>', later)])),
    )
    .returning('name')
    .executeTakeFirst();
  return begun !== undefined;
};
