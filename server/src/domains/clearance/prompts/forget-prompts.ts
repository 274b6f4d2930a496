import type { Db } from '#db/database.ts';
import { deleteFailed } from './prompts.repo.ts';

const KEPT_DAYS = 90;
const DAY = 86_400_000;

/**
 * Forgets prompts that failed three months ago: anybody can have given the number of a phone. Those that were paid, or may have
 * been, stay with the money.
 */
export const forgetPrompts = (db: Db, now: Date): Promise<void> =>
  deleteFailed(db, new Date(now.getTime() - KEPT_DAYS * DAY));
