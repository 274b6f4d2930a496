import { pricedName, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import type { PricedType } from './yearly-prices.repo.ts';

/** Answers of the domains above prices, about the records that rest on one. */
export type PriceUses = {
  /** The first year that members may owe, or null while there is none. */
  owedFrom: (db: Db) => Promise<number | null>;
  /** True when some payment was priced by the year's price of the type. */
  isPaid: (db: Db, price: Pick<PricedType, 'type_code' | 'period' | 'year'>) => Promise<boolean>;
};

/** Drivers owe the months of every year from registering on, and what is paid once at the present year's price. */
const mayBeOwed = (
  { side, period, due_from, year }: PricedType,
  owedFrom: number | null,
  thisYear: number,
): boolean => {
  if (side === 'land' || owedFrom === null || Number(due_from.slice(0, 4)) > year) return false;
  return period === 'monthly' ? owedFrom <= year && year <= thisYear : period === 'once' && year === thisYear;
};

/**
 * Tells what rests on a price: payments, or debts of drivers; null for nothing. It does not ask on which plan they are, so a
 * plan that nobody has yet counts as used with the others.
 */
export const useOfPrice = async (
  db: Db,
  price: PricedType,
  { owedFrom, isPaid }: PriceUses,
  now: Date,
): Promise<'payments' | 'debts' | null> => {
  if (await isPaid(db, price)) return 'payments';
  const thisYear = Number(today(now).slice(0, 4));
  return mayBeOwed(price, await owedFrom(db), thisYear) ? 'debts' : null;
};

/** Refuses with 409 `conflict` to delete a price that is in use. */
export const refuseUsed = (price: PricedType, use: 'payments' | 'debts'): Refusal => {
  const named = `The price of ${pricedName(price)} for ${price.year}`;
  const why =
    use === 'payments'
      ? 'is used by payments'
      : price.period === 'monthly'
        ? 'is what drivers may still owe for its months'
        : 'is what drivers may still owe';
  return new Refusal('conflict', `${named} ${why}, so it cannot be deleted. You can change its amount instead.`);
};
