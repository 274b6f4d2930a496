import type { Db } from '#db/database.ts';
import { deleteOldEvents } from './events.repo.ts';

/** Removes events that nobody goes on from: whoever was away for an hour looks at everything anew. */
export const clearOldEvents = (db: Db): Promise<void> => deleteOldEvents(db);
