export { driverPricing } from './drivers.present.ts';
export {
  countDrivers,
  driverOfAccount,
  driverOfCar,
  firstRegistrationYear,
  lockDrivers,
  mobilesOf,
  owners,
} from './drivers.repo.ts';
export { driverRoutes } from './drivers.routes.ts';
export { memberDirectory } from './member-directory.ts';
export { photosOf } from './photos/photo-store.ts';
export { sweepPhotos } from './photos/sweep-photos.ts';
export { changePlan } from './plans/change-plan.ts';
export { type Registered, registerDriver } from './registration/register-driver.ts';
export { archiveDrivers, lockUnpaid, setUnpaidSince } from './registration/unpaid-drivers.ts';
