import { fittedCars } from '#domains/devices';
import { recordAndMerged } from '#domains/drivers';
import type { MergeFollower } from '#domains/payments';
import { openDeclarationOf } from '../stolen/stolen.repo.ts';
import { entriesSince, moveEntries, watchEntriesOf } from './watch.repo.ts';

export const TWO_DECLARATIONS = 'Both cars are declared stolen. End one of the searches first.';

/**
 * Entries of the watch follow a merge like the fitting that they are of, so that none is made a
 * second time. A car has one open declaration, so two of them stop a merge.
 */
export const trackingInMerges: MergeFollower = {
  name: 'watch_entries',
  obstacle: async (db, { id, into }) => {
    const [own, other] = [await recordAndMerged(db, id), await recordAndMerged(db, into)];
    return (await openDeclarationOf(db, own)) && (await openDeclarationOf(db, other)) ? TWO_DECLARATIONS : null;
  },
  move: async (tx, move) => moveEntries(tx, await watchEntriesOf(tx, move.from), move),
  // Fittings went back before, and with them goes what was found of them since the merge.
  moveBack: async (tx, ids, back) => {
    const since = await entriesSince(tx, back.from, await fittedCars(tx, { driverIds: [back.to] }));
    await moveEntries(tx, [...new Set([...ids, ...since])], back);
  },
};
