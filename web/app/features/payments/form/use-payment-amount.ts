import { formatMoney, today } from '@banbo/contract';
import { useEffect, useRef } from 'react';
import { toast } from '~/lib/toast.ts';
import type { PaymentName, PaymentValues, TypeRules } from './payment-values.ts';
import { amountFor, priceOf, unpricedYear } from './prices.ts';
import type { useDriverLookup } from './use-driver-lookup.ts';
import type { PaymentForm } from './use-payment-form.ts';
import { usePrices } from './use-payment-lookups.ts';

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
