import type { Tx } from '#db/database.ts';
import { recordAndMerged } from '#domains/drivers';
import { emptyCards, stopCardsOf } from '../cards/crash-cards.repo.ts';
import { emptyIncidents } from '../incidents.repo.ts';
import { emptyPacks } from '../packs/packs.repo.ts';
import { emptyDispatches } from '../teams/dispatches.repo.ts';
import { emptyPhotos } from './photos.repo.ts';

/**
 * Erases what calls for help tell of an erased person: places, words, photos, who called, and the
 * crash cards. That there was a call, when, and who answered it stays.
 */
export const eraseCalls = async (tx: Tx, driverId: string, now: Date): Promise<void> => {
  const ids = await recordAndMerged(tx, driverId);
  await emptyIncidents(tx, ids);
  await emptyDispatches(tx, ids);
  await emptyPacks(tx, ids);
  await emptyCards(tx, ids);
  await stopCardsOf(tx, ids, now);
  await emptyPhotos(tx, ids);
};
