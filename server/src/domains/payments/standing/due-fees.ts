import { monthCode, type PlanFrom, toPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { paymentTypes, type readPrices } from '#domains/prices';
import { type Fee, feeKey, pricedBy } from '../claims/fee-rules.ts';
import type { DriverFee } from './standing.repo.ts';

export type PaymentTypes = Awaited<ReturnType<typeof paymentTypes>>;
type DueType = Pick<PaymentTypes[number], 'type_code' | 'description' | 'side' | 'period' | 'due_from'>;
export type FeeDue = Fee & { description: string };

/** A fee that is due: its price, and what waits for it to be cleared, in pesewas. */
export type PricedDueFee = FeeDue & { amount: string; waiting: bigint };

export type DueQuestion = {
  types: readonly DueType[];
  /** Tells the price of a type in a year on a plan. */
  price: Awaited<ReturnType<typeof readPrices>>;
  plans: readonly PlanFrom[];
  registered_on: string;
  /** Up to which fees are due, with its whole month. */
  day: string;
};

/** With the driver's payments that are submitted or cleared, and uses of credit. */
export type StandingFacts = DueQuestion & { fees: readonly DriverFee[] };

/** The months from that of one day to that of another. */
export const monthsBetween = (first: string, last: string): { payment_year: number; payment_month: number }[] => {
  const serial = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  const count = Math.max(0, serial(last) - serial(first) + 1);
  return Array.from({ length: count }, (_, index) => serial(first) + index).map((month) => ({
    payment_year: Math.floor(month / 12),
    payment_month: (month % 12) + 1,
  }));
};

/**
 * The fees that a driver is asked for: each type that is paid once, and each monthly one for every month from that of
 * registering on. No type is due for the time before it was there, and those that are paid any number of times never are.
 */
const askedFor = ({ types, registered_on, day }: DueQuestion): FeeDue[] => {
  const due = types.filter(({ side, due_from }) => side !== 'land' && due_from <= day);
  const once = due
    .filter(({ period }) => period === 'once')
    .map(({ type_code, description }) => ({ type_code, description, payment_year: null, payment_month: null }));
  const monthly = due
    .filter(({ period }) => period === 'monthly')
    .flatMap(({ type_code, description, due_from }) =>
      monthsBetween(due_from > registered_on ? due_from : registered_on, day).map((month) => {
        return { type_code, description, ...month };
      }),
    );
  const serial = ({ payment_year, payment_month }: Fee) => (payment_year ?? 0) * 12 + (payment_month ?? 0);
  return [...once, ...monthly.toSorted((one, other) => serial(one) - serial(other))];
};

/** By fee, what waits to be cleared, in pesewas. */
const waitingByFee = (fees: readonly DriverFee[]): Map<string, bigint> => {
  const waiting = new Map<string, bigint>();
  for (const fee of fees) {
    if (fee.status === 'submitted') waiting.set(feeKey(fee), (waiting.get(feeKey(fee)) ?? 0n) + toPesewas(fee.amount));
  }
  return waiting;
};

/** The fees that are paid for: by a cleared payment of whatever amount, or from credit. */
export const paidFor = (fees: readonly DriverFee[]): DriverFee[] =>
  fees.filter(({ status, is_credit }) => status === 'cleared' && !is_credit);

/**
 * The fees that a driver owes, in the order to pay them: those asked for that are not among the keys of `covered`
 * (docs/product/payments.md, rule 15), at the price of the year they are paid in as when a payment is submitted. A fee without a
 * price is not due, and its year is named.
 */
export const uncoveredFees = (
  asked: DueQuestion,
  covered: ReadonlySet<string>,
): { due: (FeeDue & { amount: string })[]; unpriced_years: number[] } => {
  const { price, plans, day } = asked;
  const due: (FeeDue & { amount: string })[] = [];
  const unpriced = new Set<number>();
  for (const fee of askedFor(asked)) {
    if (covered.has(feeKey(fee))) continue;
    const priced = pricedBy(fee, plans, day);
    const amount = price(priced);
    if (amount === null) unpriced.add(priced.year);
    else due.push({ ...fee, amount });
  }
  return { due, unpriced_years: [...unpriced] };
};

/** The same with what waits for each fee, from a driver's payments. */
export const dueFees = (given: StandingFacts): { due: PricedDueFee[]; unpriced_years: number[] } => {
  const { due, unpriced_years } = uncoveredFees(given, new Set(paidFor(given.fees).map(feeKey)));
  const waiting = waitingByFee(given.fees);
  return { due: due.map((fee) => ({ ...fee, waiting: waiting.get(feeKey(fee)) ?? 0n })), unpriced_years };
};

export type DescribeType = (typeCode: string) => string;

/** Gives each type's description by its code, or the code where there is none. */
export const describeBy = (types: readonly { type_code: string; description: string }[]): DescribeType => {
  const descriptions = new Map(types.map((type) => [type.type_code, type.description]));
  return (typeCode) => descriptions.get(typeCode) ?? typeCode;
};

/** Reads the payment types once, and describes them. */
export const describeTypes = async (db: Db): Promise<DescribeType> => describeBy(await paymentTypes(db));

/** A fee as a member sees it, with its month in uppercase. */
export const presentFee = ({ type_code, payment_year, payment_month }: Fee, description: string) => ({
  payment_type: type_code,
  description,
  payment_year,
  payment_month: monthCode(payment_month),
});
