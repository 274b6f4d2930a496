export { forgetPlaces, lacksDayAhead, makeDaysAhead, thinPlaces } from './positions/keep-days.ts';
export { erasePlaces, eraseTraces, hasPlacesToErase } from './traces/erase-traces.ts';
export { type OwnTraces, tracesOf } from './traces/personal-traces.ts';
export { trackingRoutes } from './tracking.routes.ts';
export { trackingInMerges } from './watch/merged-tracking.ts';
export { countOpenEntries } from './watch/watch.repo.ts';
export { afterFirstMinute, noticeSilence } from './watch/watch-silence.ts';
