import { formatMoney, fromPesewas, type PaymentListItem, parseMoney, toPesewas } from '@banbo/contract';
import { needsMonth, type PaymentValues } from './payment-values.ts';

/** The price of what is paid for, as money text: the subscription's year's, this year's of all else; null when none is set. */
export const priceOf = (prices: readonly PaymentListItem[], values: PaymentValues, thisYear: number): string | null => {
  const year = needsMonth(values) ? Number(values.payment_year) : thisYear;
  const found = prices.find((price) => price.year === year && price.type_code === values.payment_type);
  return found?.amount ?? null;
};

/** The amount after the price changed from `before` to `after`: what a person typed stays, what was filled in follows. */
export const amountFor = (amount: string, before: string | null, after: string | null): string => {
  const isFilledIn = amount.trim() === '' || (before !== null && parseMoney(amount) === before);
  return isFilledIn ? (after ?? '') : amount;
};

/** Points out an amount that is not the price, which may be right: an overpayment becomes credit (DESIGN §6). */
export const priceHint = (price: string | null, typed: string): string | null => {
  const amount = parseMoney(typed);
  if (price === null || amount === null || amount === price) return null;
  const more = toPesewas(price) - toPesewas(amount);
  const by = formatMoney(fromPesewas(more < 0n ? -more : more));
  return `The price is ${formatMoney(price)}, which is ${by} ${more > 0n ? 'more' : 'less'} than entered.`;
};
