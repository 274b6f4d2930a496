import { type DriverPricing, formatPaidMonth, monthNumber } from '@banbo/contract';
import { useState } from 'react';
import { askSiteAgain } from '~/lib/api/known-site.ts';
import { soon } from '~/lib/api/time-limit.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';
import { neededCode } from '~/lib/form/use-form.ts';
import { toast } from '~/lib/toast.ts';
import {
  needsMonth,
  type PaymentName,
  type PaymentRules,
  type PaymentValues,
  type TypeRules,
} from './payment-values.ts';
import type { useDriverLookup } from './use-driver-lookup.ts';
import type { usePaymentTypes } from './use-payment-amount.ts';
import { MESSAGE_MS, type usePaymentAmount } from './use-payment-amount.ts';
import type { usePaymentDraft } from './use-payment-form.ts';
import { loadRules, loadSending, type usePaymentForm } from './use-payment-form.ts';

/** The paid month if it is before the registration, so nothing was due; else null. */
export const oldMonth = (values: PaymentValues, types: TypeRules, pricing: DriverPricing | null): string | null => {
  if (!pricing || !needsMonth(values, types)) return null;
  const { payment_year, payment_month } = values;
  const month = `${payment_year}-${String(monthNumber(payment_month)).padStart(2, '0')}`;
  return month < pricing.first_month ? formatPaidMonth({ payment_year: Number(payment_year), payment_month }) : null;
};

/** An old month, and what to do once the person is sure. */
type Doubt = { month: string; goOn: () => void };

type Parts = {
  form: ReturnType<typeof usePaymentForm>;
  lookup: ReturnType<typeof useDriverLookup>;
  amount: ReturnType<typeof usePaymentAmount>;
  draft: ReturnType<typeof usePaymentDraft>;
  types: ReturnType<typeof usePaymentTypes>['types'];
  rules: () => PaymentRules;
};
type Around = {
  showProblems: (problems: FieldErrors) => void;
  /** Removes the messages about the last payment. */
  forgetLast: () => Promise<void>;
};

/** Checks whether the form may be sent: driver, amount, fields, and an old month. */
export const useReadyPayment = (
  { form, lookup, amount, draft, types, rules }: Parts,
  { showProblems, forgetLast }: Around,
) => {
  const [doubted, setDoubted] = useState<Doubt | null>(null);

  /** The problems of the form, by field. */
  const problemsBy = async (
    checks: Awaited<ReturnType<typeof loadRules>>,
    values: PaymentValues,
    leftOut?: PaymentName,
  ): Promise<FieldErrors> => {
    const problems: Partial<Record<PaymentName, string>> = checks.paymentErrors(values, rules());
    if (leftOut) delete problems[leftOut];
    if (!problems.transaction_id) return problems;
    // The networks' IDs may have changed while the page was open.
    await soon(askSiteAgain());
    return checks.paymentErrors(values, rules());
  };

  /** Without its code the form asks for a reload, and stays over it. */
  const needed = async <T>(load: () => Promise<T>): Promise<T | null> => {
    const code = await neededCode(load, form.say);
    if (code === null) draft.keep();
    return code;
  };

  /**
   * The values to send, or null if the person has to act first; `leftOut` is not checked. Asks
   * about a month before the registration if there is a `goOn`.
   */
  const ready = async (goOn: (() => void) | null, leftOut?: PaymentName): Promise<PaymentValues | null> => {
    const saw = form.getValues().amount;
    form.clearLine();
    setDoubted(null);
    await forgetLast();
    if (!(await lookup.ensure()) || !(await amount.fillIn(saw))) return null;
    const values = form.getValues();
    const code = await needed(() => Promise.all([loadRules(), loadSending()]));
    if (!code) return null;
    const problems = await problemsBy(code[0], values, leftOut);
    const [first] = Object.values(problems);
    if (first !== undefined) {
      toast.error(first, { duration: MESSAGE_MS });
      showProblems(problems);
      return null;
    }
    const month = goOn && oldMonth(values, types, lookup.knownPricing());
    setDoubted(goOn && month ? { month, goOn } : null);
    return month ? null : values;
  };

  return { ready, needed, doubted, forgetDoubt: () => setDoubted(null) };
};
