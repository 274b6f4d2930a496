import {
  type DriverStanding,
  fromPesewas,
  fullName,
  type MemberStanding,
  type OwnPayment,
  ownPaymentList,
  type PaymentStatus,
  today,
  toPesewas,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import { carOfAccount, driverOfAccount, driverPricing, driversById } from '#domains/drivers';
import { existing, Refusal } from '#lib/refusal.ts';
import { describeTypes, presentFee } from './due-fees.ts';
import { readStandings, type Standing } from './read-standings.ts';
import { type DriverFee, ownPaymentsSql } from './standing.repo.ts';

/**
 * The member's driver, or the one of another car of theirs by its driver code. The account is the only way to it, so nobody is
 * asked for another's.
 */
export const ownDriver = async (db: Db, accountId: string, driverCode?: string) => {
  const driver = driverCode ? await carOfAccount(db, { accountId, driverCode }) : await driverOfAccount(db, accountId);
  if (driver) return driver;
  throw new Refusal('not_found', driverCode ? 'You have no such car.' : 'You are not registered as a driver any more.');
};

/** Of no driver. */
const NOBODY = '0';

/** As `ownDriver`, the record number alone; for a list, which a code of somebody else's leaves empty. */
export const ownDriverId = async (db: Db, accountId: string, driverCode?: string): Promise<string> => {
  if (!driverCode) return (await ownDriver(db, accountId)).id;
  return (await carOfAccount(db, { accountId, driverCode }))?.id ?? NOBODY;
};

type Money = 'paid' | 'waiting' | 'due_total' | 'due' | 'unpriced_years' | 'credit' | 'covered' | 'next_due';

const sumOf = (amounts: readonly string[]): string =>
  fromPesewas(amounts.reduce((sum, amount) => sum + toPesewas(amount), 0n));

/** The money of payments in a state; what was paid from credit came in by a payment before. */
const amountsIn = (fees: readonly DriverFee[], status: PaymentStatus): string[] =>
  fees.filter((fee) => fee.status === status && fee.credit_use_id === null).map(({ amount }) => amount);

/** A standing as both the member's and the office's page show it. */
const presentStanding = (standing: Standing): Pick<DriverStanding, Money> => {
  const { fees, due, covered, credit, next_due, unpriced_years } = standing;
  return {
    paid: sumOf(amountsIn(fees, 'cleared')),
    waiting: sumOf(amountsIn(fees, 'submitted')),
    credit: fromPesewas(credit),
    due_total: sumOf(due.map(({ amount }) => amount)),
    due: due.map((fee) => ({
      ...presentFee(fee, fee.description),
      amount: fee.amount,
      waiting: fromPesewas(fee.waiting),
      payable: toPesewas(fee.amount) <= credit,
    })),
    covered: covered.map(({ credit_use_id, ...fee }) => ({
      ...presentFee(fee, fee.description),
      covered_by: credit_use_id === null ? 'payment' : 'credit',
      credit_use_id,
    })),
    next_due: next_due && { ...presentFee(next_due, next_due.description), amount: next_due.amount },
    unpriced_years,
  };
};

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

/** One driver's payments, debts and credit; of a removed one up to the day of the removal. 404 `not_found`. */
export const driverStanding = async (db: Db, id: string, now: Date): Promise<DriverStanding> => {
  const driver = existing((await driversById(db, [id]))[0], 'driver');
  const standing = (await readStandings(db, [driver], today(driver.removed_at ?? now))).get(id);
  if (!standing) throw new Error('No standing of the driver');
  return presentStanding(standing);
};

/** A member's own payments in every state, the newest first; the scope is their driver's id. */
export const ownPaymentsSource = listSource(ownPaymentList, ownPaymentsSql, async (rows, db) => {
  const describe = await describeTypes(db);
  return rows.map((row): OwnPayment => {
    const { id, transaction_date, transaction_id, amount: amount_paid, status, status_reason } = row;
    const fee = presentFee(row, describe(row.type_code));
    return { id, ...fee, transaction_date, transaction_id, amount_paid, status, status_reason };
  });
});
