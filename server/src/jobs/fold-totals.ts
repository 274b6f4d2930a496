import type { Db } from '#db/database.ts';
import { foldTotals, hasDeltas, vacuumDeltas } from '#db/totals/fold-totals.ts';
import type { RecurringJob } from '#domains/jobs';

/** Shorter than the pause between two looks for jobs, so that each look that finds deltas folds them. */
const EVERY_MS = 1_000;
/** Deltas folded between two vacuums: some dozen pages, which a reader goes through in less than a millisecond. */
const VACUUM_EVERY = 5_000;

/** Folds deltas into the totals; readers are right without it, but slower. */
export const foldingOfTotals = (db: Db): RecurringJob => {
  let folded = 0;
  return {
    name: 'fold totals',
    everyMs: EVERY_MS,
    isNeeded: () => hasDeltas(db),
    run: async () => {
      folded += await foldTotals(db);
      if (folded < VACUUM_EVERY) return;
      await vacuumDeltas(db);
      folded = 0;
    },
  };
};
