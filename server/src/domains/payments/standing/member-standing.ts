import { fromPesewas, type MemberStanding, today, toPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { driverPricing } from '#domains/drivers';
import { paymentTypes, readPrices } from '#domains/prices';
import { pricedBy } from '../claims/fee-price.ts';
import type { Fee } from '../claims/fee-rules.ts';
import { presentFee } from './fee-names.ts';
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

type DueFee = Fee & { description: string };
type Types = Awaited<ReturnType<typeof paymentTypes>>;

/**
 * The fees that a driver is asked for up to `day`: each type that is paid once, at the price of the year it is paid in as when a payment
 * is submitted, and each monthly one for every month from that of registering on. No type is due for the time before it was
 * there, and those that are paid any number of times never are.
 */
const askedFor = (types: Types, registeredOn: string, day: string): DueFee[] => {
  const due = types.filter(({ side, due_from }) => side !== 'land' && due_from <= day);
  const once = due
    .filter(({ period }) => period === 'once')
    .map(({ type_code, description }) => {
      return { type_code, description, payment_year: null, payment_month: null };
    });
  const monthly = due
    .filter(({ period }) => period === 'monthly')
    .flatMap(({ type_code, description, due_from }) =>
      monthsBetween(due_from > registeredOn ? due_from : registeredOn, day).map(({ year, month }) => {
        return { type_code, description, payment_year: year, payment_month: month };
      }),
    );
  const serial = ({ payment_year, payment_month }: Fee) => (payment_year ?? 0) * 12 + (payment_month ?? 0);
  return [...once, ...monthly.toSorted((one, other) => serial(one) - serial(other))];
};

const keyOf = ({ type_code, payment_year, payment_month }: Fee): string =>
  `${type_code} ${payment_year} ${payment_month}`;

const yearOf = (day: string): number => Number(day.slice(0, 4));

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
  const due: MemberStanding['due'] = [];
  const unpriced = new Set<number>();
  const day = today(now);
  const price = await readPrices(db, { first: yearOf(driver.registered_on), last: yearOf(day) });
  for (const fee of askedFor(await paymentTypes(db), driver.registered_on, day)) {
    if (covered.has(keyOf(fee))) continue;
    const priced = pricedBy(fee, driver.plans, day);
    const amount = price(priced);
    if (amount === null) {
      unpriced.add(priced.year);
      continue;
    }
    const beside = fromPesewas(waiting.get(keyOf(fee)) ?? 0n);
    due.push({ ...presentFee(fee, fee.description), amount, waiting: beside });
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
