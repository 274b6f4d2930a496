import { feedEndpoints } from './feeds.ts';
import { fenceEndpoints } from './fences.ts';
import { ownCarEndpoints } from './own-car.ts';
import { stolenEndpoints } from './stolen.ts';
import { mapEndpoints } from './trackers.ts';
import { trailEndpoints } from './trails.ts';
import { unknownTrackerEndpoints } from './unknown-trackers.ts';
import { watchEndpoints } from './watch.ts';

export const trackingEndpoints = {
  ...feedEndpoints,
  ...unknownTrackerEndpoints,
  ...mapEndpoints,
  ...trailEndpoints,
  ...ownCarEndpoints,
  ...stolenEndpoints,
  ...watchEndpoints,
  ...fenceEndpoints,
} as const;
