import {
  DEVICE_PAYMENT,
  fromPesewas,
  type MemberStanding,
  REGISTRATION_FEE,
  SUBSCRIPTION,
  today,
  toPesewas,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { driverPricing } from '#domains/drivers';
import { readOnce } from '#lib/read-once.ts';
import { describeTypes, presentFee } from './fee-names.ts';
import { feePrice } from './fee-price.ts';
import type { Fee } from './fee-rules.ts';
import { driverFees, driverTotals } from './member-payments.repo.ts';
import { ownDriver } from './own-driver.ts';

const monthsBetween = (first: string, last: string): { year: number; month: number }[] => {
  const serial = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  const count = Math.max(0, serial(last) - serial(first) + 1);
  return Array.from({ length: count }, (_, index) => serial(first) + index).map((month) => ({
    year: Math.floor(month / 12),
    month: (month % 12) + 1,
  }));
};

/**
 * What a driver is asked for up to `day`: the registration fee and the device once, at the price of the year they are paid
 * in as when a payment is submitted, and the subscription of every month from that of registering on.
 */
const askedFor = (registeredOn: string, day: string): (Fee & { year: number })[] => {
  const year = Number(day.slice(0, 4));
  const once = [REGISTRATION_FEE, DEVICE_PAYMENT].map((type_code) => ({
    type_code,
    payment_year: null,
    payment_month: null,
    year,
  }));
  const monthly = monthsBetween(registeredOn, day).map(({ year, month }) => ({
    type_code: SUBSCRIPTION,
    payment_year: year,
    payment_month: month,
    year,
  }));
  return [...once, ...monthly];
};

const keyOf = ({ type_code, payment_year, payment_month }: Fee): string =>
  `${type_code} ${payment_year} ${payment_month}`;

/** Prices of one driver, whose plan is always the same; each is read once. */
const pricesOf = (db: Db) => {
  const once = readOnce<string | null>();
  return (year: number, type_code: string, plan: string | null) =>
    once(`${year} ${type_code}`, () => feePrice(db, { type_code, year, plan }));
};

/** By fee, what of a driver's payments waits to be checked, in pesewas. */
const waitingByFee = (fees: readonly Awaited<ReturnType<typeof driverFees>>[number][]): Map<string, bigint> => {
  const waiting = new Map<string, bigint>();
  for (const fee of fees) {
    if (fee.status === 'submitted') waiting.set(keyOf(fee), (waiting.get(keyOf(fee)) ?? 0n) + toPesewas(fee.amount));
  }
  return waiting;
};

/**
 * A member's own page: what was paid and what is due, worked out from the payments each time. Only cleared money lowers
 * what is due; what waits stands beside it. A fee without a price is not due, and its year is named.
 */
export const memberStanding = async (db: Db, accountId: string, now: Date): Promise<MemberStanding> => {
  const driver = await ownDriver(db, accountId);
  const fees = await driverFees(db, driver.id);
  const covered = new Set(fees.filter(({ status }) => status === 'cleared').map(keyOf));
  const waiting = waitingByFee(fees);
  const [describe, price] = [describeTypes(db), pricesOf(db)];
  const due: MemberStanding['due'] = [];
  const unpriced = new Set<number>();
  for (const fee of askedFor(driver.registered_on, today(now))) {
    if (covered.has(keyOf(fee))) continue;
    const amount = await price(fee.year, fee.type_code, driver.plan);
    if (amount === null) {
      unpriced.add(fee.year);
      continue;
    }
    const beside = fromPesewas(waiting.get(keyOf(fee)) ?? 0n);
    due.push({ ...presentFee(fee, await describe(fee.type_code)), amount, waiting: beside });
  }
  return {
    user: accountId,
    fullname: [driver.first_name, driver.middle_name, driver.last_name].filter((name) => name !== '').join(' '),
    driver_code: driver.driver_code,
    car_number: driver.car_number,
    mobile_number: driver.mobile_number,
    ...(await driverTotals(db, driver.id)),
    due_total: fromPesewas(due.reduce((sum, { amount }) => sum + toPesewas(amount), 0n)),
    due,
    unpriced_years: [...unpriced],
    ...driverPricing(driver),
  };
};
