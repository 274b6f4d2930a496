import { useForm } from '~/lib/form/use-form.ts';
import { EMPTY_PAYMENT, LABELS, type PaymentName, type PaymentRules, type PaymentValues } from './payment-values.ts';

/** Fetches the contract's schemas with the first field that is left: nobody needs them to begin. */
export const loadRules = () => import('./payment-rules.ts');

/** Fetches what sends the form, or keeps it on this device. */
export const loadSending = () => import('./sending/submit-payment.ts');

/** Fetches all code that the form needs once it is filled in, with network or without. */
export const loadAhead = () =>
  Promise.all([loadRules(), loadSending(), import('~/lib/submission-queue/keep-for-later.ts')]);

/** The payment form's state. Amount and transaction ID are checked on leaving them, the rest where it is looked up. */
export const usePaymentForm = (prefill: Partial<PaymentValues>, rules: () => PaymentRules) => {
  const form = useForm<PaymentValues>({
    initial: { ...EMPTY_PAYMENT, ...prefill },
    check: async (values) => (await loadRules()).paymentErrors(values, rules()),
    checkOnLeave: ['amount', 'transaction_id'],
    keyName: 'banbo-payment-key',
  });

  /** Props by which a form field shows and changes one value. */
  const field = (name: PaymentName) => ({ ...form.field(name), label: LABELS[name], required: true });

  return { ...form, field };
};

export type PaymentForm = ReturnType<typeof usePaymentForm>;
