import { fullName, normalizeCarNumber } from '@banbo/contract';
import type { MemberDirectory } from '#domains/identity';
import { findMember } from './drivers.repo.ts';

const memberOf = (driver: Awaited<ReturnType<typeof findMember>>) =>
  driver
    ? {
        accountId: driver.account_id,
        driverCode: driver.driver_code,
        fullname: fullName(driver),
        carNumber: driver.car_number,
        email: driver.email ?? '',
        mobileNumber: driver.mobile_number,
      }
    : null;

/** Current drivers as the members who sign in. */
export const memberDirectory: MemberDirectory = {
  ofCar: async (db, carNumber) => memberOf(await findMember(db, 'car_key', normalizeCarNumber(carNumber))),
  ofAccount: async (db, accountId) => memberOf(await findMember(db, 'account_id', accountId)),
};
