export { driverPricing } from './drivers.present.ts';
export {
  countDrivers,
  driverOfAccount,
  driverOfCar,
  firstRegistrationYear,
  mobilesOf,
  owners,
} from './drivers.repo.ts';
export { driverRoutes } from './drivers.routes.ts';
export { memberRoutes } from './member.routes.ts';
export { photosOf } from './photo-store.ts';
export { changePlan } from './plans/change-plan.ts';
export { type Registered, registerDriver } from './register-driver.ts';
export { sweepPhotos } from './sweep-photos.ts';
export { archiveDrivers, lockUnpaid, setUnpaidSince } from './unpaid-drivers.ts';
