import { addMonths } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { creditOf } from '#domains/ledger';
import { readPaymentTypes, readPrices } from '#domains/prices';
import { feeKey, pricedBy } from '../claims/fee-rules.ts';
import {
  type DueQuestion,
  dueFees,
  type FeeDue,
  monthsBetween,
  type PaymentTypes,
  paidFor,
  type StandingFacts,
} from './due-fees.ts';
import { type DriverFee, feesOfDrivers, paidAndWaiting } from './standing.repo.ts';

/** Payments further ahead are not expected, so prices are read for these years only. */
const YEARS_AHEAD = 2;

type Cover = {
  /** Paid fees, the latest month first and those without one last. */
  covered: (DriverFee & { description: string })[];
  /** The first unpaid month after the day's, with its price; null without a monthly fee. */
  next_due: (FeeDue & { amount: string | null }) | null;
};

const serial = ({
  payment_year,
  payment_month,
}: {
  payment_year: number | null;
  payment_month: number | null;
}): number => (payment_year ?? 0) * 12 + (payment_month ?? 0);

const coverOf = ({ types, price, plans, opening, fees, day }: StandingFacts): Cover => {
  const descriptions = new Map(types.map(({ type_code, description }) => [type_code, description]));
  const paid = paidFor(fees);
  const keys = new Set(paid.map(feeKey));
  const next_month = `${addMonths(day, 1)}-01`;
  const from = opening && opening.billed_from > next_month ? opening.billed_from : next_month;
  const last = `${Number(day.slice(0, 4)) + YEARS_AHEAD}-12-01`;
  // A page of drivers asks this of each row, and most find the first month or the one after it.
  const firstUnpaid = ({ type_code, description, due_from }: StandingFacts['types'][number]): FeeDue[] => {
    for (const month of monthsBetween(due_from > from ? due_from : from, last)) {
      const fee = { type_code, description, ...month };
      if (!keys.has(feeKey(fee))) return [fee];
    }
    return [];
  };
  const next = types
    .filter(({ side, period }) => side !== 'land' && period === 'monthly')
    .flatMap(firstUnpaid)
    .toSorted((one, other) => serial(one) - serial(other))[0];
  return {
    covered: paid
      .map((fee) => ({ ...fee, description: descriptions.get(fee.type_code) ?? fee.type_code }))
      .toSorted((one, other) => serial(other) - serial(one)),
    next_due: next ? { ...next, amount: price(pricedBy(next, plans, day)) } : null,
  };
};

export type StandingDriver = { id: string } & Pick<DueQuestion, 'plans' | 'registered_on' | 'opening'>;

/** A driver's active payments and uses of credit, due and covered fees, and credit in pesewas. */
export type Standing = ReturnType<typeof dueFees> &
  Cover &
  Pick<DueQuestion, 'opening'> & { fees: readonly DriverFee[]; credit: bigint };

const yearOf = (day: string): number => Number(day.slice(0, 4));

/** Facts that the caller has read, or that hold once it is done. */
type Known = {
  types?: PaymentTypes;
  price?: StandingFacts['price'];
  credits?: ReadonlyMap<string, bigint>;
  fees?: ReadonlyMap<string, readonly DriverFee[]>;
};

/** Reads the drivers' standings up to `day`, in four statements for any number of drivers. */
export const readStandings = async (
  db: Db,
  drivers: readonly StandingDriver[],
  day: string,
  known: Known = {},
): Promise<ReadonlyMap<string, Standing>> => {
  const types = known.types ?? (await readPaymentTypes(db));
  const since = drivers.map(({ registered_on, opening }) => yearOf(opening?.billed_from ?? registered_on));
  const first = Math.min(yearOf(day), ...since);
  const price = known.price ?? (await readPrices(db, { first, last: yearOf(day) + YEARS_AHEAD }));
  const ids = drivers.map(({ id }) => id);
  const paid = known.fees ?? (await feesOfDrivers(db, ids));
  const credits = known.credits ?? (await creditOf(db, ids));
  return new Map(
    drivers.map(({ id, plans, registered_on, opening }) => {
      const fees = paid.get(id) ?? [];
      const given = { types, price, plans, registered_on, opening, fees, day };
      return [id, { fees, opening, credit: credits.get(id) ?? 0n, ...dueFees(given), ...coverOf(given) }];
    }),
  );
};

/**
 * True if a payment type that pays for the tracker is paid: by a cleared payment, out of credit, or
 * since it was waived.
 */
export const isDevicePaid = async (db: Db, driverId: string): Promise<boolean> => {
  const types = (await readPaymentTypes(db)).filter(({ for_device }) => for_device);
  for (const { type_code } of types) {
    if ((await paidAndWaiting(db, [driverId], type_code)).cleared.has(driverId)) return true;
  }
  return false;
};
