export { countWaitingRequests as countWaitingCarRequests, lastRequestsOf } from './cars/car-requests.repo.ts';
export { carsOfAccount } from './cars/cars.repo.ts';
export { driverChangesSource } from './changing/list-changes.ts';
export { driverPricing } from './drivers.present.ts';
export {
  type CarDriver,
  carOfAccount,
  countDrivers,
  currentRegistrations,
  type DriverRelation,
  driverOfAccount,
  driverOfCar,
  driversById,
  findDriver,
  firstRegistrationYear,
  lockDrivers,
  mobilesOf,
  owners,
  type PayingDriver,
} from './drivers.repo.ts';
export { driverRoutes } from './drivers.routes.ts';
export { clearOldDriverImports, driverImport } from './imports/driver-import.ts';
export { takeBackOfDrivers } from './imports/taking-back.ts';
export { memberDirectory } from './member-directory.ts';
export { keptRecord, mergeOf } from './merging/merge.repo.ts';
export {
  lockMerge,
  lockPair,
  mergeRecords,
  obstaclesOfCars,
  pairOf,
  refuseStrangers,
  separateRecords,
  sharedDetails,
} from './merging/merge-records.ts';
export { photosOf, sweepPhotos } from './photos/photo-store.ts';
export { plannedDrivers } from './plans/plans.repo.ts';
export { forgetLooks, looksSource, noteLook } from './privacy/looks.ts';
export { isRepeat } from './registration/check-registration.ts';
export type { Registered } from './registration/new-driver.ts';
export { countNewDrivers, latestDrivers } from './registration/new-drivers.repo.ts';
export { registerDriver } from './registration/register-driver.ts';
export { lockUnpaid, setUnpaidSince } from './removal/removal.repo.ts';
export { archiveDrivers } from './removal/remove-driver.ts';
export {
  driverOfReference,
  driversBehind,
  driversNamed,
  isCarOfOther,
  isCurrentCar,
  namingOtherCars,
  ownerOfCode,
  ownersById,
} from './search/by-reference.repo.ts';
export { isOwnerSearch, ownersFound } from './search/find-drivers.repo.ts';
export { findDriversByText } from './search/general-search.ts';
export { idsOfDrivers } from './search/list-drivers.ts';
export { openPhoto, photoOf, presentedDriver, showDriver } from './show-driver.ts';
