export { countWaitingRequests as countWaitingCarRequests, lastRequestsOf } from './cars/car-requests.repo.ts';
export { carsOfAccount, feesOfPerson } from './cars/cars.repo.ts';
export { driverChangesSource, identityChange } from './changing/change-driver.ts';
export { planChange, planSubject } from './changing/change-plan.ts';
export { plannedDrivers, plansNow } from './changing/changes.repo.ts';
export { driverPricing } from './drivers.present.ts';
export {
  type CarDriver,
  carOfAccount,
  countDrivers,
  currentCarsOfMobile,
  currentDriverOfCar,
  currentRegistrations,
  type DriverRelation,
  driverOfAccount,
  driversById,
  findDriver,
  firstYearOwed,
  lockDrivers,
  mobilesOf,
  owners,
  type SummaryWithPlans,
} from './drivers.repo.ts';
export { driverRoutes } from './drivers.routes.ts';
export { importChange } from './imports/ask-import.ts';
export { clearOldDriverImports, driverImport, type NewDebtor, type OwedAhead } from './imports/driver-import.ts';
export { askDebtsRelease, DEBTS_RELEASE, debtsRelease } from './imports/held-debts.ts';
export {
  driversWithOpeningCredit,
  heldCredits,
  heldImports,
  lastOpeningCredit,
  type Opening,
  openingDebts,
} from './imports/openings.repo.ts';
export { bookedOpenings, lockedOpenings, postReleasedCredit } from './imports/openings.ts';
export { readDriverLists } from './imports/read-driver-line.ts';
export { takeBackOfDrivers } from './imports/taking-back.ts';
export { areOneRecord, keptRecord, keptRecords, mergeOf, recordAndMerged } from './merging/merge.repo.ts';
export {
  lockMerge,
  lockPair,
  mergeRecords,
  obstaclesToMerge,
  type Pair,
  pairOf,
  refuseStrangers,
  separateRecords,
  sharedDetails,
} from './merging/merge-records.ts';
export { photosOf, sweepPhotos } from './photos/photo-store.ts';
export { forgetLooks, looksSource, noteLook } from './privacy/looks.ts';
export { looksAtPlace } from './privacy/privacy.repo.ts';
export { cardRemark, documentProblem } from './registration/card-country.ts';
export { isRepeat } from './registration/check-registration.ts';
export type { RegistrationResult } from './registration/register-driver.ts';
export { registerDriver } from './registration/register-driver.ts';
export { lockUnpaid, setUnpaidSince } from './removal/removal.repo.ts';
export { archiveDrivers } from './removal/remove-driver.ts';
export {
  driverOfReference,
  driversBehind,
  driversNamed,
  isCarOfOther,
  isCurrentCar,
  type NamedDriver,
  namingOtherCars,
  numbersOfDrivers,
  ownerOfCode,
  ownersAmong,
  ownersById,
} from './search/by-reference.repo.ts';
export { findDriversByText, idsOfText } from './search/find-by-text.ts';
export { isDriverOfText, isOwnerSearch, ownersFound } from './search/find-drivers.repo.ts';
export { formerRecords } from './search/former-records.repo.ts';
export { driverFigures, latestDrivers } from './search/list-drivers.repo.ts';
export { idsOfDrivers } from './search/search-drivers.ts';
export { driversSuggested, type Payer, type SuggestedBy } from './search/suggest-drivers.repo.ts';
export { memberDirectory, openPhoto, photoOf, presentedDriver, showDriver } from './show-driver.ts';
