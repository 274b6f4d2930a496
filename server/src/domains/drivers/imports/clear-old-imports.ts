import type { Db } from '#db/database.ts';
import { deleteOldImportLines, deleteUnusedImports } from './imports.repo.ts';

const DAY_MS = 86_400_000;
/** A list that nobody imported is kept so long. */
const UNUSED_DAYS = 14;
/** The lines of an imported one are kept so long: they hold people's data, which their records have by then. */
const LINES_DAYS = 30;

/** Removes lists that nobody imported, and the lines of those that were long ago. */
export const clearOldDriverImports = async (db: Db, now: Date): Promise<void> => {
  await deleteUnusedImports(db, new Date(now.getTime() - UNUSED_DAYS * DAY_MS));
  while (await deleteOldImportLines(db, new Date(now.getTime() - LINES_DAYS * DAY_MS)));
};
