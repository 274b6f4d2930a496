import type { Tx } from '#db/database.ts';
import { recordAndMerged } from '#domains/drivers';
import { emptyIncidents } from '../incidents.repo.ts';

/**
 * Erases what calls for help tell of an erased person: places, words and who called. That there was
 * a call, when, and who answered it stays.
 */
export const eraseCalls = async (tx: Tx, driverId: string): Promise<void> =>
  emptyIncidents(tx, await recordAndMerged(tx, driverId));
