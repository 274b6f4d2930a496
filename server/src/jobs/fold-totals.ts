import type { Db } from '#db/database.ts';
import { foldTotals, vacuumDeltas } from '#db/totals/fold-totals.ts';
import { fromDatabase } from '#lib/database-trouble.ts';
import type { Job } from './schedule.ts';

const EVERY_MS = 1_000;
/** Deltas folded between two vacuums: some dozen pages, which a reader goes through in less than a millisecond. */
const VACUUM_EVERY = 5_000;

/** Every second a database that is away, full or read only would be told of again; calls and other jobs tell of it. */
const isTrouble = (error: unknown): boolean =>
  error instanceof Error && ['busy', 'storage_full'].includes(fromDatabase(error)?.code ?? '');

/** Folds deltas into the totals on every server, of which one at a time does it; readers are right without it, but slower. */
export const foldingOfTotals = (db: Db): Job => {
  let folded = 0;
  return {
    name: 'fold totals',
    everyMs: EVERY_MS,
    run: async () => {
      try {
        folded += await foldTotals(db);
        if (folded < VACUUM_EVERY) return;
        await vacuumDeltas(db);
        folded = 0;
      } catch (error) {
        if (!isTrouble(error)) throw error;
      }
    },
  };
};
