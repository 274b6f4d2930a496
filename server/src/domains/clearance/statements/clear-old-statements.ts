import type { Db } from '#db/database.ts';
import { deleteOldLines, deleteUnused } from './statements.repo.ts';

const DAY_MS = 86_400_000;
/** A statement that nobody imported is kept so long. */
const UNUSED_DAYS = 14;
/** The lines of an imported one are kept so long; its money is kept for good, elsewhere. */
const LINES_DAYS = 90;

/** Removes statements that nobody imported, and the lines of those that were long ago. */
export const clearOldStatements = async (db: Db, now: Date): Promise<void> => {
  await deleteUnused(db, new Date(now.getTime() - UNUSED_DAYS * DAY_MS));
  while (await deleteOldLines(db, new Date(now.getTime() - LINES_DAYS * DAY_MS)));
};
