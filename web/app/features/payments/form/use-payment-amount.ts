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
import type { PaymentFormState } from './use-payment-form.ts';

const TYPES: Address<typeof listPaymentTypes> = { method: 'GET', url: '/payment_types', access: 'public' };
const PRICES: Address<typeof listYearlyPrices> = { method: 'GET', url: '/payment_list', access: 'public' };

export const typesRead = publicRead(() => call<typeof listPaymentTypes>(TYPES, { query: { side: 'drivers' } }));
export const pricesRead = publicRead(() => call<typeof listYearlyPrices>(PRICES, {}));

export const usePaymentTypes = () => {
  const { data = [], ...rest } = usePublicRead(typesRead);
  return { types: data, ...rest };
};

/**
 * All years' prices: `listed` is undefined until they are loaded. `awaited` waits for them, and
 * gives undefined if they take long.
 */
const usePrices = () => {
  const { data: listed } = usePublicRead(pricesRead);
  return { listed, awaited: async () => (await soon(pricesRead.ensure())) ?? undefined };
};

/** All years' prices (undefined until loaded), the driver's plans, and this month, `2026-11`. */
type Prices = {
  listed: readonly YearlyPrice[] | undefined;
  types: TypeRules;
  plans: readonly PlanFrom[];
  thisMonth: string;
};

/** The year whose prices hold: the paid month's, or this one. */
const yearOf = (values: PaymentValues, { types, thisMonth }: Prices): number =>
  Number(needsMonth(values, types) ? values.payment_year : thisMonth.slice(0, 4));

/** The month whose plan sets the price: the one paid for, or this one. */
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

/** The paid year if it has no price, else null. */
export const unpricedYear = (prices: Prices, values: PaymentValues): number | null => {
  const year = yearOf(values, prices);
  const isChosen = values.payment_type !== '' && year > 0;
  return isChosen && prices.listed && priceOf(prices, values) === null ? year : null;
};

/** The amount after a change of the price: a typed one stays, a filled-in one follows. */
export const amountFor = (amount: string, before: string | null, after: string | null): string => {
  const isFilledIn = amount.trim() === '' || (before !== null && parseMoney(amount) === before);
  return isFilledIn ? (after ?? '') : amount;
};

const FEE_FIELDS = ['car_number', 'payment_type', 'payment_year', 'payment_month'] as const;

type Opened = { prefill: Partial<PaymentValues>; missing?: string | undefined };

/**
 * The missing rest of the partly paid fee that the form opened with, as money text; null once
 * another fee or car is chosen.
 */
export const missingOf = ({ prefill, missing = '' }: Opened, values: PaymentValues): string | null =>
  FEE_FIELDS.every((name) => values[name] === prefill[name]) ? parseMoney(missing) : null;

/**
 * The hint at an amount that is not what is `missing`, or not the price where nothing is known to
 * be paid; money below it is credit at first.
 */
export const priceHint = (price: string | null, entered: string, missing: string | null = null): string | null => {
  const amount = parseMoney(entered);
  const whole = missing ?? price;
  if (whole === null || amount === null || amount === whole) return null;
  const more = toPesewas(whole) - toPesewas(amount);
  const by = formatMoney(fromPesewas(more < 0n ? -more : more));
  const of = price === null ? '' : ` of ${formatMoney(price)}`;
  const is = whole === price ? `The price is ${formatMoney(whole)}` : `${formatMoney(whole)}${of} is missing`;
  if (more < 0n) return `${is}, which is ${by} less than entered.`;
  return `${is}, which is ${by} more than entered. Less counts as credit until the whole price is paid.`;
};

/** Milliseconds that a message is shown. */
export const MESSAGE_MS = 5000;

/**
 * The price of what is paid for, or what is missing of it, and the amount that follows it until a
 * person types another.
 */
export const usePaymentAmount = (
  form: PaymentFormState,
  { types, opened }: { types: TypeRules; opened: Opened },
  { pricing, knownPricing }: Pick<ReturnType<typeof useDriverLookup>, 'pricing' | 'knownPricing'>,
) => {
  const { listed, awaited } = usePrices();
  const prices = { listed, types, plans: pricing?.plans ?? [], thisMonth: today().slice(0, 7) };
  const dueOf = (known: Prices, values: PaymentValues) => missingOf(opened, values) ?? priceOf(known, values);
  const due = dueOf(prices, form.values);
  const shownDue = useRef(due);

  // Prices may load after the choice; a typed amount stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a changed sum is filled in
  useEffect(() => {
    const { amount } = form.getValues();
    const after = amountFor(amount, shownDue.current, due);
    shownDue.current = due;
    if (after !== amount) form.setFieldValue('amount', after);
  }, [due]);

  return {
    price: priceOf(prices, form.values),
    missing: missingOf(opened, form.values),
    unpricedYear: unpricedYear(prices, form.values),
    /** Changes what is paid for, and fills in its price unless another amount was typed. */
    choose: (change: Partial<PaymentValues>) => {
      const before = form.getValues();
      const after = dueOf(prices, { ...before, ...change });
      const amount = amountFor(before.amount, dueOf(prices, before), after);
      form.setValues({ ...change, amount });
      for (const name of Object.keys(change)) form.clearFieldError(name as PaymentName);
      if (amount !== before.amount) form.clearFieldError('amount');
    },
    /**
     * Fills in a price that loaded since Submit. False if the person `saw` another amount, which
     * they may have sent.
     */
    fillIn: async (saw: string): Promise<boolean> => {
      const { amount } = form.getValues();
      if (amount.trim() !== '' && shownDue.current === null) return true;
      const known = { ...prices, listed: await awaited(), plans: knownPricing()?.plans ?? [] };
      const values = form.getValues();
      const now = dueOf(known, values);
      const after = amountFor(values.amount, shownDue.current, now);
      if (now === null) return true;
      shownDue.current = now;
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
