import {
  formatMoney,
  fromPesewas,
  monthNumber,
  type PlanFrom,
  parseMoney,
  planIn,
  priceIn,
  toPesewas,
  type YearlyPrice,
} from '@banbo/contract';
import { needsMonth, type PaymentValues, type TypeRules } from './payment-values.ts';

/** All years' list prices, undefined until they come, the driver's plans, and the month of today, `2026-11`. */
export type Prices = {
  listed: readonly YearlyPrice[] | undefined;
  types: TypeRules;
  plans: readonly PlanFrom[];
  thisMonth: string;
};

/** The price list's year of what is paid for: the month's, this one of all else. */
const yearOf = (values: PaymentValues, { types, thisMonth }: Prices): number =>
  Number(needsMonth(values, types) ? values.payment_year : thisMonth.slice(0, 4));

/** The month by whose plan a price is found: the one paid for, and today's until it is chosen or where none is. */
const monthOf = (values: PaymentValues, { types, thisMonth }: Prices): string => {
  const month = monthNumber(values.payment_month);
  const isChosen = needsMonth(values, types) && month > 0;
  return isChosen ? `${values.payment_year}-${String(month).padStart(2, '0')}` : thisMonth;
};

/** The price of what is paid for, as money text; null when none is set. */
export const priceOf = (prices: Prices, values: PaymentValues): string | null => {
  const year = yearOf(values, prices);
  const ofYear = (prices.listed ?? []).filter((price) => price.year === year);
  return priceIn(ofYear, values.payment_type, planIn(prices.plans, monthOf(values, prices)));
};

/** The year of what is paid for, once it is known to have no price; else null. */
export const unpricedYear = (prices: Prices, values: PaymentValues): number | null => {
  const year = yearOf(values, prices);
  const isChosen = values.payment_type !== '' && year > 0;
  return isChosen && prices.listed && priceOf(prices, values) === null ? year : null;
};

/** The amount after the price changed from `before` to `after`: what a person typed stays, what was filled in follows. */
export const amountFor = (amount: string, before: string | null, after: string | null): string => {
  const isFilledIn = amount.trim() === '' || (before !== null && parseMoney(amount) === before);
  return isFilledIn ? (after ?? '') : amount;
};

/** Points out an amount that is not the price, which may be right: an overpayment becomes credit. */
export const priceHint = (price: string | null, entered: string): string | null => {
  const amount = parseMoney(entered);
  if (price === null || amount === null || amount === price) return null;
  const more = toPesewas(price) - toPesewas(amount);
  const by = formatMoney(fromPesewas(more < 0n ? -more : more));
  return `The price is ${formatMoney(price)}, which is ${by} ${more > 0n ? 'more' : 'less'} than entered.`;
};
