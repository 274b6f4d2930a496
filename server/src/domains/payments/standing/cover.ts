import { addMonths } from '@banbo/contract';
import { pricedBy } from '../claims/fee-price.ts';
import { feeKey } from '../claims/fee-rules.ts';
import { type Asked, type Given, monthsBetween, paidFor } from './due-fees.ts';
import type { DriverFee } from './member-payments.repo.ts';

/** Nobody pays further ahead than that; the price of a month is looked for no further either. */
export const YEARS_AHEAD = 2;

export type Cover = {
  /** Fees that are paid for, the latest month first and those without one last. */
  covered: (DriverFee & { description: string })[];
  /** The first month after that of the day that nothing covers, with its price; null where no fee is monthly. */
  next_due: (Asked & { amount: string | null }) | null;
};

const serial = ({
  payment_year,
  payment_month,
}: {
  payment_year: number | null;
  payment_month: number | null;
}): number => (payment_year ?? 0) * 12 + (payment_month ?? 0);

/** The fees that a driver's money covers, and the first month that it covers no more. */
export const coverOf = ({ types, price, plans, fees, day }: Given): Cover => {
  const descriptions = new Map(types.map(({ type_code, description }) => [type_code, description]));
  const paid = paidFor(fees);
  const keys = new Set(paid.map(feeKey));
  const ahead = monthsBetween(`${addMonths(day, 1)}-01`, `${Number(day.slice(0, 4)) + YEARS_AHEAD}-12-01`);
  const next = types
    .filter(({ side, period }) => side !== 'land' && period === 'monthly')
    .flatMap(({ type_code, description, due_from }) =>
      ahead
        .map((month) => ({ type_code, description, ...month }))
        .filter((fee) => !keys.has(feeKey(fee)) && serial(fee) >= serial(monthsBetween(due_from, due_from)[0] ?? fee))
        .slice(0, 1),
    )
    .toSorted((one, other) => serial(one) - serial(other))[0];
  return {
    covered: paid
      .map((fee) => ({ ...fee, description: descriptions.get(fee.type_code) ?? fee.type_code }))
      .toSorted((one, other) => serial(other) - serial(one)),
    next_due: next ? { ...next, amount: price(pricedBy(next, plans, day)) } : null,
  };
};
