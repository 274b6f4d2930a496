import { fromPesewas, type MemberStanding, type PaymentStatus, today, toPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { driverPricing } from '#domains/drivers';
import { presentFee } from './fee-names.ts';
import type { DriverFee } from './member-payments.repo.ts';
import { ownDriver } from './own-driver.ts';
import { readStandings } from './read-standings.ts';

const sumOf = (amounts: readonly string[]): string =>
  fromPesewas(amounts.reduce((sum, amount) => sum + toPesewas(amount), 0n));

const amountsIn = (fees: readonly DriverFee[], status: PaymentStatus): string[] =>
  fees.filter((fee) => fee.status === status).map(({ amount }) => amount);

/**
 * A member's own page: what was paid and what is due, worked out from the payments each time. Only cleared money lowers
 * what is due; what waits stands beside it.
 */
export const memberStanding = async (db: Db, accountId: string, now: Date): Promise<MemberStanding> => {
  const driver = await ownDriver(db, accountId);
  const standing = (await readStandings(db, [driver], today(now))).get(driver.id);
  if (!standing) throw new Error('No standing of the driver');
  const { fees, due, unpriced_years } = standing;
  return {
    user: accountId,
    fullname: [driver.first_name, driver.middle_name, driver.last_name].filter((name) => name !== '').join(' '),
    driver_code: driver.driver_code,
    car_number: driver.car_number,
    mobile_number: driver.mobile_number,
    paid: sumOf(amountsIn(fees, 'cleared')),
    waiting: sumOf(amountsIn(fees, 'submitted')),
    due_total: sumOf(due.map(({ amount }) => amount)),
    due: due.map((fee) => ({
      ...presentFee(fee, fee.description),
      amount: fee.amount,
      waiting: fromPesewas(fee.waiting),
    })),
    unpriced_years,
    ...driverPricing(driver),
  };
};
