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

/** The month that is paid for, where it lies before the driver registered, so that nothing was due for it; else null. */
export const oldMonth = (values: PaymentValues, types: TypeRules, pricing: DriverPricing | null): string | null => {
  if (!pricing || !needsMonth(values, types)) return null;
  const { payment_year, payment_month } = values;
  const month = `${payment_year}-${String(monthNumber(payment_month)).padStart(2, '0')}`;
  return month < pricing.first_month ? formatPaidMonth({ payment_year: Number(payment_year), payment_month }) : null;
};

/** An old month, and what goes on once the person is sure of it. */
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
  /** Takes away what is said of the payment before. */
  forgetLast: () => Promise<void>;
};

/** Finds out whether the form may be sent: its driver, its amount, its fields, and a month that the person is not sure of. */
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
    // A page may be open for days, and the IDs of its networks have got another form meanwhile.
    await soon(askSiteAgain());
    return checks.paymentErrors(values, rules());
  };

  /** Code that cannot be had asks for a reload, over which the form stays. */
  const needed = async <T>(load: () => Promise<T>): Promise<T | null> => {
    const code = await neededCode(load, form.say);
    if (code === null) draft.keep();
    return code;
  };

  /**
   * The form as it may be sent, but for the field that is left out; null where the person has to do something first. A month
   * before the driver registered is asked about, unless there is nothing to `goOn` with.
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
