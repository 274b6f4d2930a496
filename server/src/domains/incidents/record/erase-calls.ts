import type { Tx } from '#db/database.ts';
import { recordAndMerged } from '#domains/drivers';
import { emptyIncidents } from '../incidents.repo.ts';
import { emptyPacks } from '../packs/packs.repo.ts';
import { emptyDispatches } from '../teams/dispatches.repo.ts';

/**
 * Erases what calls for help tell of an erased person: places, words and who called. That there was
 * a call, when, and who answered it stays.
 */
export const eraseCalls = async (tx: Tx, driverId: string): Promise<void> => {
  const ids = await recordAndMerged(tx, driverId);
  await emptyIncidents(tx, ids);
  await emptyDispatches(tx, ids);
  await emptyPacks(tx, ids);
};
