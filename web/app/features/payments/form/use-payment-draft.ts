import { useEffect, useState } from 'react';
import { dropDraft, fits, readDraft, writeDraft } from './payment-draft.ts';
import type { PaymentValues } from './payment-values.ts';
import type { PaymentForm } from './use-payment-form.ts';

/**
 * Keeps what was typed while somebody goes and signs in, or loads the page anew: from `keep` on until `drop`, or until the tab is
 * closed. A form that is opened for a certain driver does not get another one's.
 */
export const usePaymentDraft = ({ values, getValues, setValues }: PaymentForm, prefill: Partial<PaymentValues>) => {
  const [isKept, setKept] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is brought back once, when the page is there
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
