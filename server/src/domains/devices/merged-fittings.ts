import type { MergeFollower } from '#domains/payments';
import { currentOfDriver, moveFittings, moveFittingsBack } from './fittings.repo.ts';

export const TWO_TRACKERS = 'Both records have a tracker fitted. Take one out first.';

/** Fittings follow a merge; a car cannot come to two trackers by one. */
export const fittingsInMerges: MergeFollower = {
  name: 'fittings',
  obstacle: async (db, { id, into }) =>
    (await currentOfDriver(db, id)) && (await currentOfDriver(db, into)) ? TWO_TRACKERS : null,
  move: moveFittings,
  moveBack: moveFittingsBack,
};
