import { useEffect, useState } from 'react';
import { useForm } from '~/lib/form/use-form.ts';
import { inTab } from '~/lib/use-kept.ts';
import { EMPTY_PAYMENT, LABELS, type PaymentName, type PaymentRules, type PaymentValues } from './payment-values.ts';

/** Fetches the contract's schemas with the first field that is left: nobody needs them to begin. */
export const loadPaymentRules = () => import('./payment-rules.ts');

/** Fetches what sends the form, or keeps it on this device. */
export const loadPaymentSending = () => import('./sending/submit-payment.ts');

/** Fetches all code that the form needs once it is filled in, with network or without. */
export const loadPaymentAhead = () =>
  Promise.all([loadPaymentRules(), loadPaymentSending(), import('~/lib/submission-queue/keep-for-later.ts')]);

/** The payment form's state. Amount and transaction ID are checked on leaving. */
export const usePaymentForm = (prefill: Partial<PaymentValues>, rules: () => PaymentRules) => {
  const form = useForm<PaymentValues>({
    initial: { ...EMPTY_PAYMENT, ...prefill },
    check: async (values) => (await loadPaymentRules()).paymentErrors(values, rules()),
    checkOnLeave: ['amount', 'transaction_id'],
    keyName: 'banbo-payment-key',
  });

  /** Props by which a form field shows and changes one value. */
  const field = (name: PaymentName) => ({ ...form.field(name), label: LABELS[name], required: true });

  return { ...form, field };
};

export type PaymentFormState = ReturnType<typeof usePaymentForm>;

/** The draft. The tab alone keeps it: the phone may be shared. */
export const draftInTab = inTab('banbo-payment-draft');

/** The draft, or null. Drops unknown fields: another version may have written the draft. */
export const readDraft = (): PaymentValues | null => {
  const kept = draftInTab.read() as Partial<Record<string, unknown>> | null;
  if (kept === null) return null;
  const known = Object.keys(EMPTY_PAYMENT).map((name) => [name, typeof kept[name] === 'string' ? kept[name] : '']);
  return Object.fromEntries(known) as PaymentValues;
};

/** True for a draft of the form that was opened with these values. */
export const fits = (draft: PaymentValues, prefill: Partial<PaymentValues>): boolean =>
  Object.entries(prefill).every(([name, value]) => draft[name as PaymentName] === value);

/**
 * Keeps the form for the tab while the person signs in or reloads: from `keep` until `drop`. A form
 * opened for one driver does not get another's.
 */
export const usePaymentDraft = (
  { values, getValues, setValues }: PaymentFormState,
  prefill: Partial<PaymentValues>,
) => {
  const [isKept, setKept] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: restores the draft once
  useEffect(() => {
    const draft = readDraft();
    if (!draft || !fits(draft, prefill)) return;
    setValues(draft);
    setKept(true);
  }, []);

  useEffect(() => {
    if (isKept) draftInTab.write(values);
  }, [isKept, values]);

  return {
    keep: () => {
      draftInTab.write(getValues());
      setKept(true);
    },
    drop: () => {
      setKept(false);
      draftInTab.drop();
    },
  };
};
