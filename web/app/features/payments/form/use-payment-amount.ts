import {
  formatMoney,
  fromPesewas,
  type listPaymentTypes,
  type listYearlyPrices,
  monthNumber,
  type PlanFrom,
  parseMoney,
  planIn,
  priceIn,
  today,
  toPesewas,
  type YearlyPrice,
} from '@banbo/contract';
import { useEffect, useRef } from 'react';
import { type Address, call } from '~/lib/api/api.ts';
import { publicRead, usePublicRead } from '~/lib/api/public-read.ts';
import { soon } from '~/lib/api/time-limit.ts';
import { toast } from '~/lib/toast.ts';
import { needsMonth, type PaymentName, type PaymentValues, type TypeRules } from './payment-values.ts';
import type { useDriverLookup } from './use-driver-lookup.ts';
import type { PaymentForm } from './use-payment-form.ts';

const TYPES: Address<typeof listPaymentTypes> = { method: 'GET', url: '/payment_types', access: 'public' };
const PRICES: Address<typeof listYearlyPrices> = { method: 'GET', url: '/payment_list', access: 'public' };

/** The types that drivers pay. */
export const typesRead = publicRead(() => call<typeof listPaymentTypes>(TYPES, { query: { side: 'drivers' } }));
/** All years' prices. */
export const pricesRead = publicRead(() => call<typeof listYearlyPrices>(PRICES, {}));

/** The payment types for drivers, from the server. */
export const usePaymentTypes = () => {
  const { data = [], ...rest } = usePublicRead(typesRead);
  return { types: data, ...rest };
};

/**
 * All years' prices: `listed` is undefined until they come, and until then the amount is simply not filled in. `awaited` gives
 * them once they are there, or undefined where they do not come soon.
 */
const usePrices = () => {
  const { data: listed } = usePublicRead(pricesRead);
  return { listed, awaited: async () => (await soon(pricesRead.ensure())) ?? undefined };
};

/** All years' list prices, undefined until they come, the driver's plans, and the month of today, `2026-11`. */
type Prices = {
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

/** Milliseconds that a message is shown. */
export const MESSAGE_MS = 5000;

/** The price of what is paid for, and the amount that follows it until a person types another. */
export const usePaymentAmount = (
  form: PaymentForm,
  types: TypeRules,
  { pricing, knownPricing }: Pick<ReturnType<typeof useDriverLookup>, 'pricing' | 'knownPricing'>,
) => {
  const { listed, awaited } = usePrices();
  const prices = { listed, types, plans: pricing?.plans ?? [], thisMonth: today().slice(0, 7) };
  const price = priceOf(prices, form.values);
  const shownPrice = useRef(price);

  // Also when prices or the driver's plan come after the choice; an amount that a person typed stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a price that has not changed is not filled in again
  useEffect(() => {
    const { amount } = form.getValues();
    const after = amountFor(amount, shownPrice.current, price);
    shownPrice.current = price;
    if (after !== amount) form.setFieldValue('amount', after);
  }, [price]);

  return {
    price,
    unpricedYear: unpricedYear(prices, form.values),
    /** Changes what is paid for, and fills in its price unless another amount was typed. */
    choose: (change: Partial<PaymentValues>) => {
      const before = form.getValues();
      const after = priceOf(prices, { ...before, ...change });
      const amount = amountFor(before.amount, priceOf(prices, before), after);
      form.setValues({ ...change, amount });
      for (const name of Object.keys(change)) form.clearFieldError(name as PaymentName);
      if (amount !== before.amount) form.clearFieldError('amount');
    },
    /**
     * Fills in the price by what has come since Submit was pressed, and tells whether it may go out: a person who `saw`
     * another amount may have sent that one.
     */
    fillIn: async (saw: string): Promise<boolean> => {
      const { amount } = form.getValues();
      if (amount.trim() !== '' && shownPrice.current === null) return true;
      const known = { ...prices, listed: await awaited(), plans: knownPricing()?.plans ?? [] };
      const values = form.getValues();
      const now = priceOf(known, values);
      const after = amountFor(values.amount, shownPrice.current, now);
      if (now === null) return true;
      shownPrice.current = now;
      form.setFieldValue('amount', after);
      if (saw.trim() === '' || after === saw || after !== now) return true;
      toast.error(`The price for this car is ${formatMoney(now)}. Please check the amount and submit again.`, {
        duration: MESSAGE_MS,
      });
      form.focus('amount');
      return false;
    },
  };
};
