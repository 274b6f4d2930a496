import { type DriverPricing, formatPaidMonth, monthNumber, today } from '@banbo/contract';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { askSiteAgain, knownSite } from '~/lib/api/known-site.ts';
import { soon } from '~/lib/api/time-limit.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';
import { neededCode } from '~/lib/form/use-form.ts';
import type { PaymentOpening } from '~/lib/payment-opening.ts';
import { recallSession } from '~/lib/session/recall-session.ts';
import type { QueuedSubmission } from '~/lib/submission-queue/queue-store.ts';
import { toast } from '~/lib/toast.ts';
import {
  EMPTY_PAYMENT,
  needsMonth,
  type PaymentName,
  type PaymentRules,
  type PaymentValues,
  type TypeRules,
  toSubmission,
} from './payment-values.ts';
import type { PaymentOutcome } from './sending/submit-payment.ts';
import { useDriverLookup } from './use-driver-lookup.ts';
import { MESSAGE_MS, usePaymentAmount, usePaymentTypes } from './use-payment-amount.ts';
import { loadPaymentRules, loadPaymentSending, usePaymentDraft, usePaymentForm } from './use-payment-form.ts';

const thisYear = () => Number(today().slice(0, 4));

/** The facts of a payment's confirmation, handed to the next page. */
export type PaidClaim = ReturnType<typeof toSubmission> & { message: string };

/** The paid month if it is before the registration, so nothing was due; else null. */
export const oldMonth = (values: PaymentValues, types: TypeRules, pricing: DriverPricing | null): string | null => {
  if (!pricing || !needsMonth(values, types)) return null;
  const { payment_year, payment_month } = values;
  const month = `${payment_year}-${String(monthNumber(payment_month)).padStart(2, '0')}`;
  return month < pricing.first_month ? formatPaidMonth({ payment_year: Number(payment_year), payment_month }) : null;
};

/** An old month, and what to do once the person is sure. */
type Doubt = { month: string; goOn: () => void };

/** The payment form: state, fields and buttons. It ends, cleared, on `returnPath`. */
export const usePayment = ({ prefill, pricing, missing }: PaymentOpening, returnPath: string) => {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const { types } = usePaymentTypes();
  const rules = (): PaymentRules => ({ types, networks: knownSite().networks });
  const form = usePaymentForm(prefill, rules);
  const lookup = useDriverLookup(form, pricing);
  const amount = usePaymentAmount(form, { types, opened: { prefill, missing } }, lookup);
  const draft = usePaymentDraft(form, prefill);
  const [isServerUnreachable, setServerUnreachable] = useState(false);
  const [kept, setKept] = useState<string | null>(null);
  const [unknown, setUnknown] = useState<string | null>(null);
  const [doubted, setDoubted] = useState<Doubt | null>(null);
  const { runOnce } = form;

  // Early, so that the look-up need not wait for it.
  useEffect(() => void recallSession(), []);

  const choose = (change: Partial<PaymentValues>) => {
    amount.choose(change);
    setDoubted(null);
  };
  const chooseType = (payment_type: string) =>
    choose({ payment_type, payment_year: form.getValues().payment_year || String(thisYear()) });

  const chooseNetwork = (network: string) => {
    form.setFieldValue('network', network);
    // Its error may be about another network's IDs.
    form.clearFieldError('transaction_id');
  };

  const clear = () => {
    lookup.forget();
    draft.drop();
    form.reset(EMPTY_PAYMENT);
  };

  /** Shows errors at their fields; without any, focuses the car number. */
  const showProblems = (problems: FieldErrors) => {
    form.showErrors(problems);
    if (Object.keys(problems).length === 0) form.focus('car_number');
  };

  // Keeps a registration's confirmation, whose codes show once.
  const showPaid = (submission: ReturnType<typeof toSubmission>, message: string) => {
    const paid: PaidClaim = { ...submission, message };
    return navigate(returnPath, { replace: true, state: { ...state, paid } });
  };

  /** Drops the last payment's confirmation, which would stand above a refusal. */
  const dropPaid = async () => {
    if (state?.paid)
      await navigate({ search }, { replace: true, preventScrollReset: true, state: { ...state, paid: null } });
  };

  /** The problems of the form, by field. */
  const problemsBy = async (
    checks: Awaited<ReturnType<typeof loadPaymentRules>>,
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
    setUnknown(null);
    await dropPaid();
    if (!(await lookup.ensure()) || !(await amount.fillIn(saw))) return null;
    const values = form.getValues();
    const code = await needed(() => Promise.all([loadPaymentRules(), loadPaymentSending()]));
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

  const settle = async (outcome: PaymentOutcome | null, values: PaymentValues) => {
    if (!outcome) return;
    setServerUnreachable(outcome.kind === 'unreachable');
    if (outcome.kind === 'received') {
      // The confirmation has the message, and on a phone a toast would cover it.
      clear();
      await showPaid(toSubmission(values, rules()), outcome.message);
    } else if (outcome.kind === 'kept') {
      toast.success('Saved on this phone. It is sent as soon as there is network.', { duration: MESSAGE_MS });
      clear();
      setKept(outcome.key);
    } else if (outcome.kind === 'unknown') {
      setUnknown(outcome.message);
      draft.keep();
    } else {
      toast.error(outcome.message, { duration: MESSAGE_MS });
      if (outcome.kind === 'refused') showProblems(outcome.fields);
    }
  };

  /** Sends the form; a month before the registration needs the person to be sure. */
  const submit = async (isSure = false): Promise<void> => {
    let values = form.getValues();
    const outcome = await runOnce(async () => {
      const checked = await ready(isSure ? null : () => void submit(true));
      if (!checked) return null;
      values = checked;
      const { submitClaim } = await loadPaymentSending();
      return submitClaim(values, rules(), form.retryKey);
    });
    await settle(outcome, values);
  };

  const keepOnPhone = async () => {
    const values = form.getValues();
    const outcome = await runOnce(async () => {
      const sending = await needed(loadPaymentSending);
      return sending && (await sending.keepPayment(values, rules(), form.retryKey));
    });
    await settle(outcome, values);
  };

  /** Brings a refused form back from the phone's queue, to be corrected. */
  const editKept = (item: QueuedSubmission) => {
    form.setValues(item.form as PaymentValues);
    if (item.fields?.driver_code) lookup.correct();
    showProblems(item.fields ?? {});
  };

  return {
    form,
    lookup,
    needsMonth: needsMonth(form.values, types),
    dropDraft: draft.drop,
    price: amount.price,
    missing: amount.missing,
    unpricedYear: amount.unpricedYear,
    doubted,
    changeMonth: () => {
      setDoubted(null);
      form.focus('payment_month');
    },
    isServerUnreachable,
    kept,
    unknown,
    isSending: form.isBusy,
    choose,
    chooseType,
    chooseNetwork,
    needed,
    keepDraft: draft.keep,
    /** For a prompt, which needs no transaction ID. */
    readyForPrompt: (goOn: (() => void) | null) => runOnce(() => ready(goOn, 'transaction_id')),
    rules,
    clear,
    showProblems,
    submit,
    keepOnPhone,
    editKept,
    showPaid,
    dropPaid,
  };
};
