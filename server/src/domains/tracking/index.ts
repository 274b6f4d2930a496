export type { CalledAlarm } from './feeds/called-alarms.ts';
export { forgetPlaces, lacksDayAhead, makeDaysAhead, thinPlaces } from './positions/keep-days.ts';
export { placeOfCar, pointsOfCar } from './traces/car-places.ts';
export { erasePlaces, eraseTraces, hasPlacesToErase, type OwnTraces, tracesOf } from './traces/erase-traces.ts';
export { notePlaceLook } from './traces/note-looks.ts';
export { trackingRoutes } from './tracking.routes.ts';
export { trackingInMerges } from './watch/merged-tracking.ts';
export { countOpenEntries } from './watch/watch.repo.ts';
export { afterFirstMinute, noticeSilence } from './watch/watch-silence.ts';
