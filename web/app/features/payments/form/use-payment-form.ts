import { useEffect, useState } from 'react';
import { bestEffort } from '~/lib/browser-storage.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { EMPTY_PAYMENT, LABELS, type PaymentName, type PaymentRules, type PaymentValues } from './payment-values.ts';

/** Fetches the contract's schemas with the first field that is left: nobody needs them to begin. */
export const loadRules = () => import('./payment-rules.ts');

/** Fetches what sends the form, or keeps it on this device. */
export const loadSending = () => import('./sending/submit-payment.ts');

/** Fetches all code that the form needs once it is filled in, with network or without. */
export const loadAhead = () =>
  Promise.all([loadRules(), loadSending(), import('~/lib/submission-queue/keep-for-later.ts')]);

/** The payment form's state. Amount and transaction ID are checked on leaving. */
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

/** Kept for the tab alone: this may be a shared phone. */
const NAME = 'banbo-payment-draft';

/** The draft, or null. Drops unknown fields: another version may have written it. */
export const readDraft = (): PaymentValues | null => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as Partial<Record<PaymentName, unknown>> | null;
    if (kept === null) return null;
    const text = (name: string) => kept[name as PaymentName];
    const known = Object.keys(EMPTY_PAYMENT).map((name) => [name, typeof text(name) === 'string' ? text(name) : '']);
    return Object.fromEntries(known) as PaymentValues;
  } catch {
    return null;
  }
};

/** True for a draft of the form that was opened with these values. */
export const fits = (draft: PaymentValues, prefill: Partial<PaymentValues>): boolean =>
  Object.entries(prefill).every(([name, value]) => draft[name as PaymentName] === value);

export const writeDraft = (values: PaymentValues): void =>
  bestEffort(() => sessionStorage.setItem(NAME, JSON.stringify(values)));

export const dropDraft = (): void => bestEffort(() => sessionStorage.removeItem(NAME));

/**
 * Keeps the form for the tab while the person signs in or reloads: from `keep` until `drop`. A form
 * opened for one driver does not get another's.
 */
export const usePaymentDraft = ({ values, getValues, setValues }: PaymentForm, prefill: Partial<PaymentValues>) => {
  const [isKept, setKept] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: restores the draft once
  useEffect(() => {
    const draft = readDraft();
    if (!draft || !fits(draft, prefill)) return;
    setValues(draft);
    setKept(true);
  }, []);

  useEffect(() => {
    if (isKept) writeDraft(values);
  }, [isKept, values]);

  return {
    keep: () => {
      writeDraft(getValues());
      setKept(true);
    },
    drop: () => {
      setKept(false);
      dropDraft();
    },
  };
};
