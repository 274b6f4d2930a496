import {
  DEVICE_PAYMENT,
  fromPesewas,
  type MemberStanding,
  MONTH_CODES,
  type OwnPayment,
  type Page,
  REGISTRATION_FEE,
  SUBSCRIPTION,
  today,
  toPesewas,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { driverOfAccount, driverPricing } from '#domains/drivers';
import { paymentTypeOf } from '#domains/lookups';
import { Refusal } from '#lib/refusal.ts';
import { feePrice } from './fee-price.ts';
import type { Fee } from './fee-rules.ts';
import { driverFees, driverTotals, pageOfDriverPayments } from './member-payments.repo.ts';

/** The member's driver. The account is the only way to it, so nobody is asked for another's by id. */
const ownDriver = async (db: Db, accountId: string) => {
  const driver = await driverOfAccount(db, accountId);
  if (!driver) throw new Refusal('not_found', 'You are not registered as a driver any more.');
  return driver;
};

const monthsBetween = (first: string, last: string): { year: number; month: number }[] => {
  const serial = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  const count = Math.max(0, serial(last) - serial(first) + 1);
  return Array.from({ length: count }, (_, index) => serial(first) + index).map((month) => ({
    year: Math.floor(month / 12),
    month: (month % 12) + 1,
  }));
};

/**
 * The fees that a driver owes up to `day`: the registration fee and the device once, at the price of the year they are
 * paid in as when a payment is submitted, and the subscription of every month from that of registering on.
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

/** Descriptions and prices, each read once. */
const lookups = (db: Db) => {
  const kept = new Map<string, Promise<string | null>>();
  const once = (key: string, read: () => Promise<string | null>): Promise<string | null> => {
    const known = kept.get(key) ?? read();
    kept.set(key, known);
    return known;
  };
  return {
    describe: async (type: string): Promise<string> =>
      (await once(type, async () => (await paymentTypeOf(db, type))?.description ?? null)) ?? type,
    /** Of one driver, whose plan is always the same. */
    price: (year: number, type_code: string, plan: string | null) =>
      once(`${year} ${type_code}`, () => feePrice(db, { type_code, year, plan })),
  };
};

const presentFee = ({ type_code, payment_year, payment_month }: Fee, description: string) => ({
  payment_type: type_code,
  description,
  payment_year,
  payment_month: payment_month === null ? null : (MONTH_CODES[payment_month - 1] ?? null),
});

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
  const { describe, price } = lookups(db);
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

/** A page of the member's own payments in every state, with their count. */
export const ownPayments = async (
  db: Db,
  accountId: string,
  page: Page,
): Promise<{ rows: OwnPayment[]; count: number }> => {
  const driver = await ownDriver(db, accountId);
  const { rows, count } = await pageOfDriverPayments(db, driver.id, page);
  const { describe } = lookups(db);
  const presented: OwnPayment[] = [];
  for (const row of rows) {
    const { id, transaction_date, transaction_id, amount: amount_paid, status, status_reason } = row;
    const fee = presentFee(row, await describe(row.type_code));
    presented.push({ id, ...fee, transaction_date, transaction_id, amount_paid, status, status_reason });
  }
  return { rows: presented, count };
};
