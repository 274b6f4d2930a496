import { fullName, type MemberStanding, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { driverPricing } from '#domains/drivers';
import { ownDriver } from './own-driver.ts';
import { presentStanding } from './present-standing.ts';
import { readStandings } from './read-standings.ts';

/**
 * A member's own page, of the car that they signed in with or of another of theirs: what was paid and what is due, worked out from the payments each time. Only cleared money lowers
 * what is due; what waits stands beside it.
 */
export const memberStanding = async (
  db: Db,
  { accountId, driverCode }: { accountId: string; driverCode?: string | undefined },
  now: Date,
): Promise<MemberStanding> => {
  const driver = await ownDriver(db, accountId, driverCode);
  const standing = (await readStandings(db, [driver], today(now))).get(driver.id);
  if (!standing) throw new Error('No standing of the driver');
  const { due, ...shown } = presentStanding(standing);
  return {
    user: accountId,
    fullname: fullName(driver),
    driver_code: driver.driver_code,
    car_number: driver.car_number,
    mobile_number: driver.mobile_number,
    ...shown,
    due: due.map(({ payable: _, ...fee }) => fee),
    ...driverPricing(driver),
  };
};
