import {
  formatMoney,
  fromPesewas,
  type PaymentListItem,
  parseMoney,
  subscriptionPrice,
  toPesewas,
} from '@banbo/contract';
import { needsMonth, type PaymentValues } from './payment-values.ts';

/** All years' list prices, undefined until they come, and what the driver's plan costs a month where it has its own price. */
export type Prices = { listed: readonly PaymentListItem[] | undefined; planPrice: string | null; thisYear: number };

/** The price list's year of what is paid for: the subscription's, this one of all else. */
const yearOf = (values: PaymentValues, thisYear: number): number =>
  needsMonth(values) ? Number(values.payment_year) : thisYear;

const listPrice = ({ listed = [], thisYear }: Prices, values: PaymentValues): string | null => {
  const year = yearOf(values, thisYear);
  return listed.find((price) => price.year === year && price.type_code === values.payment_type)?.amount ?? null;
};

/** The price of what is paid for, as money text; null when none is set. */
export const priceOf = (prices: Prices, values: PaymentValues): string | null =>
  needsMonth(values) ? subscriptionPrice(listPrice(prices, values), prices.planPrice) : listPrice(prices, values);

/** The year of what is paid for, once it is known to have no price; else null. */
export const unpricedYear = (prices: Prices, values: PaymentValues): number | null => {
  const year = yearOf(values, prices.thisYear);
  const isChosen = values.payment_type !== '' && year > 0;
  return isChosen && prices.listed && priceOf(prices, values) === null ? year : null;
};

/** The amount after the price changed from `before` to `after`: what a person typed stays, what was filled in follows. */
export const amountFor = (amount: string, before: string | null, after: string | null): string => {
  const isFilledIn = amount.trim() === '' || (before !== null && parseMoney(amount) === before);
  return isFilledIn ? (after ?? '') : amount;
};

/** Points out an amount that is not the price, which may be right: an overpayment becomes credit. */
export const priceHint = (price: string | null, typed: string): string | null => {
  const amount = parseMoney(typed);
  if (price === null || amount === null || amount === price) return null;
  const more = toPesewas(price) - toPesewas(amount);
  const by = formatMoney(fromPesewas(more < 0n ? -more : more));
  return `The price is ${formatMoney(price)}, which is ${by} ${more > 0n ? 'more' : 'less'} than entered.`;
};
