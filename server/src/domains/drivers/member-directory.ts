import { fullName } from '@banbo/contract';
import type { MemberDirectory } from '#domains/identity';
import { driverOfAccount, findCurrentDriver, type ProfileRow } from './drivers.repo.ts';

const memberOf = (driver: ProfileRow | null) =>
  driver && {
    accountId: driver.account_id,
    driverCode: driver.driver_code,
    fullname: fullName(driver),
    carNumber: driver.car_number,
    email: driver.email ?? '',
    mobileNumber: driver.mobile_number,
  };

/** Current drivers as the members who sign in. */
export const memberDirectory: MemberDirectory = {
  ofCar: async (db, carNumber) => memberOf(await findCurrentDriver(db, { carNumber })),
  ofAccount: async (db, accountId) => memberOf(await driverOfAccount(db, accountId)),
};
