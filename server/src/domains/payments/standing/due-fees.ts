import { monthCode, OPENING_BALANCE, type PlanFrom, toPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { readPaymentTypes, type readPrices } from '#domains/prices';
import { type Fee, feeKey, pricedBy } from '../claims/fee-rules.ts';
import type { DriverFee } from './standing.repo.ts';

export type PaymentTypes = Awaited<ReturnType<typeof readPaymentTypes>>;
type DueType = Pick<PaymentTypes[number], 'type_code' | 'description' | 'side' | 'period' | 'due_from'>;
export type FeeDue = Fee & { description: string };

/** A due fee with its price, and the sum of its waiting claims in pesewas. */
export type PricedDueFee = FeeDue & { amount: string; waiting: bigint };

export type DueQuestion = {
  types: readonly DueType[];
  price: Awaited<ReturnType<typeof readPrices>>;
  plans: readonly PlanFrom[];
  registered_on: string;
  /** Of an imported driver: nothing before `billed_from` is owed, but for `owed`. */
  opening: { billed_from: string; owed: string | null } | null;
  /** Fees are due up to this day's month. */
  day: string;
};

export type StandingFacts = DueQuestion & { fees: readonly DriverFee[] };

type Month = { payment_year: number; payment_month: number };

/** The months from one day's to another's, each made when it is asked for. */
export function* monthsBetween(first: string, last: string): Generator<Month, undefined> {
  const serial = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  const end = serial(last);
  for (let month = serial(first); month <= end; month += 1) {
    yield { payment_year: Math.floor(month / 12), payment_month: (month % 12) + 1 };
  }
}

/**
 * The fees of a driver: each type that is paid once, and each monthly type from the month of
 * registration on; with an opening, only those that came after it. No type is due before it
 * existed; types that are paid any number of times never are.
 */
const askedFor = ({ types, registered_on, opening, day }: DueQuestion): FeeDue[] => {
  const from = opening?.billed_from ?? registered_on;
  const own = types.filter(({ side, type_code }) => side !== 'land' && type_code !== OPENING_BALANCE);
  const due = own.filter(({ due_from }) => due_from <= day);
  const once = due
    .filter(({ period, due_from }) => period === 'once' && (opening === null || due_from >= opening.billed_from))
    .map(({ type_code, description }) => ({ type_code, description, payment_year: null, payment_month: null }));
  const monthly = due
    .filter(({ period }) => period === 'monthly')
    .flatMap(({ type_code, description, due_from }) =>
      Array.from(monthsBetween(due_from > from ? due_from : from, day), (month) => {
        return { type_code, description, ...month };
      }),
    );
  const serial = ({ payment_year, payment_month }: Fee) => (payment_year ?? 0) * 12 + (payment_month ?? 0);
  return [...once, ...monthly.toSorted((one, other) => serial(one) - serial(other))];
};

/** The waiting pesewas by fee. */
const waitingByFee = (fees: readonly DriverFee[]): Map<string, bigint> => {
  const waiting = new Map<string, bigint>();
  for (const fee of fees) {
    if (fee.status === 'submitted') waiting.set(feeKey(fee), (waiting.get(feeKey(fee)) ?? 0n) + toPesewas(fee.amount));
  }
  return waiting;
};

/** Paid fees: by a cleared payment of any amount, or from credit. */
export const paidFor = (fees: readonly DriverFee[]): DriverFee[] =>
  fees.filter(({ status, is_credit }) => status === 'cleared' && !is_credit);

/** The debt that an imported driver brought along, which is the first to pay. */
const openingDue = ({ opening }: DueQuestion): (FeeDue & { amount: string })[] => {
  if (!opening?.owed) return [];
  const fee = { type_code: OPENING_BALANCE, description: 'OPENING BALANCE', payment_year: null, payment_month: null };
  return [{ ...fee, amount: opening.owed }];
};

/**
 * The fees that a driver owes and that are not `covered`, in the order to pay them
 * (docs/product/payments.md, rule 15), at the price of the year of payment. A fee without a price
 * is not due; its year is listed.
 */
export const uncoveredFees = (
  asked: DueQuestion,
  covered: ReadonlySet<string>,
): { due: (FeeDue & { amount: string })[]; unpriced_years: number[] } => {
  const { price, plans, day } = asked;
  const due = openingDue(asked).filter((fee) => !covered.has(feeKey(fee)));
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

/** The fees that a driver owes, each with its waiting money. */
export const dueFees = (given: StandingFacts): { due: PricedDueFee[]; unpriced_years: number[] } => {
  const { due, unpriced_years } = uncoveredFees(given, new Set(paidFor(given.fees).map(feeKey)));
  const waiting = waitingByFee(given.fees);
  return { due: due.map((fee) => ({ ...fee, waiting: waiting.get(feeKey(fee)) ?? 0n })), unpriced_years };
};

export type DescribeType = (typeCode: string) => string;

/** Describes types by code; an unknown code describes itself. */
export const describeBy = (types: readonly { type_code: string; description: string }[]): DescribeType => {
  const descriptions = new Map(types.map((type) => [type.type_code, type.description]));
  return (typeCode) => descriptions.get(typeCode) ?? typeCode;
};

/** Reads the payment types once, and describes them. */
export const describeTypes = async (db: Db): Promise<DescribeType> => describeBy(await readPaymentTypes(db));

/** A fee as a member sees it, with its month in uppercase. */
export const presentFee = ({ type_code, payment_year, payment_month }: Fee, description: string) => ({
  payment_type: type_code,
  description,
  payment_year,
  payment_month: monthCode(payment_month),
});
