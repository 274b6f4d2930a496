import { today } from '@banbo/contract';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { neededCode } from '~/lib/form/needed-code.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';
import { askSiteAgain, knownSite } from '~/lib/known-site.ts';
import type { PaymentOpening } from '~/lib/payment-opening.ts';
import { recallSession } from '~/lib/recall-session.ts';
import type { QueuedSubmission } from '~/lib/submission-queue/queued-submission.ts';
import { soon } from '~/lib/time-limit.ts';
import { toast } from '~/lib/toast.ts';
import { oldMonth } from './old-month.ts';
import {
  EMPTY_PAYMENT,
  needsMonth,
  type PaymentName,
  type PaymentRules,
  type PaymentValues,
  toSubmission,
} from './payment-values.ts';
import type { Outcome } from './sending/submit-payment.ts';
import { useDriverLookup } from './use-driver-lookup.ts';
import { MESSAGE_MS, usePaymentAmount } from './use-payment-amount.ts';
import { usePaymentDraft } from './use-payment-draft.ts';
import { loadRules, loadSending, usePaymentForm } from './use-payment-form.ts';
import { usePaymentTypes } from './use-payment-lookups.ts';

const thisYear = () => Number(today().slice(0, 4));

/** An old month, and what goes on once the person is sure of it. */
type Doubt = { month: string; goOn: () => void };

/** The facts of a payment's confirmation, as the form passes them to the page it returns to. */
export type PaidClaim = ReturnType<typeof toSubmission> & { message: string };

/** The payment form's state and what its fields and buttons do. On success it goes to `returnPath`, all fields cleared. */
export const usePayment = ({ prefill, pricing }: PaymentOpening, returnPath: string) => {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const { types } = usePaymentTypes();
  const rules = (): PaymentRules => ({ types, networks: knownSite().networks });
  const form = usePaymentForm(prefill, rules);
  const lookup = useDriverLookup(form, pricing);
  const amount = usePaymentAmount(form, types, lookup);
  const draft = usePaymentDraft(form, prefill);
  const [isServerUnreachable, setServerUnreachable] = useState(false);
  const [kept, setKept] = useState<string | null>(null);
  const [unknown, setUnknown] = useState<string | null>(null);
  const [doubted, setDoubted] = useState<Doubt | null>(null);
  const { runOnce } = form;

  // So the driver's look-up need not wait for it.
  useEffect(() => void recallSession(), []);

  const choose = (change: Partial<PaymentValues>) => {
    amount.choose(change);
    setDoubted(null);
  };
  const chooseType = (payment_type: string) =>
    choose({ payment_type, payment_year: form.getValues().payment_year || String(thisYear()) });

  const chooseNetwork = (network: string) => {
    form.setFieldValue('network', network);
    // It was told of the length that another network's IDs have.
    form.clearFieldError('transaction_id');
  };

  const clear = () => {
    lookup.forget();
    draft.drop();
    form.reset(EMPTY_PAYMENT);
  };

  /** Shows what is wrong with fields; of a refusal that names none the car number is the first to look at. */
  const showProblems = (problems: FieldErrors) => {
    form.showErrors(problems);
    if (Object.keys(problems).length === 0) form.focus('car_number');
  };

  // A registration confirmed on this page stays: its codes are not shown again.
  const showPaid = (submission: ReturnType<typeof toSubmission>, message: string) => {
    const paid: PaidClaim = { ...submission, message };
    return navigate(returnPath, { replace: true, state: { ...state, paid } });
  };

  /** Drops the confirmation of the payment before, which would stand above this one's refusal. */
  const dropPaid = async () => {
    if (state?.paid)
      await navigate({ search }, { replace: true, preventScrollReset: true, state: { ...state, paid: null } });
  };

  const settle = async (outcome: Outcome | null, values: PaymentValues) => {
    if (!outcome) return;
    setServerUnreachable(outcome.kind === 'unreachable');
    if (outcome.kind === 'received') {
      toast.success(outcome.message, { duration: MESSAGE_MS });
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
    setUnknown(null);
    setDoubted(null);
    await dropPaid();
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

  /** Sends the form; a month before the driver registered only once the person `isSure` of it. */
  const submit = async (isSure = false): Promise<void> => {
    let values = form.getValues();
    const outcome = await runOnce(async () => {
      const checked = await ready(isSure ? null : () => void submit(true));
      if (!checked) return null;
      values = checked;
      const { submitPayment } = await loadSending();
      return submitPayment(values, rules(), form.retryKey);
    });
    await settle(outcome, values);
  };

  const keepOnPhone = async () => {
    const values = form.getValues();
    const outcome = await runOnce(async () => {
      const sending = await needed(loadSending);
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
    /** For a prompt, which brings the transaction ID with it. */
    readyForPrompt: (goOn: (() => void) | null) => runOnce(() => ready(goOn, 'transaction_id')),
    rules,
    clear,
    showProblems,
    submit,
    keepOnPhone,
    editKept,
    showPaid,
  };
};
