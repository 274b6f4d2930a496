import { today } from '@banbo/contract';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { knownSite } from '~/lib/api/known-site.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';
import type { PaymentOpening } from '~/lib/payment-opening.ts';
import { recallSession } from '~/lib/session/recall-session.ts';
import type { QueuedSubmission } from '~/lib/submission-queue/queue-store.ts';
import { toast } from '~/lib/toast.ts';
import { EMPTY_PAYMENT, needsMonth, type PaymentRules, type PaymentValues, toSubmission } from './payment-values.ts';
import type { Outcome } from './sending/submit-payment.ts';
import { useDriverLookup } from './use-driver-lookup.ts';
import { MESSAGE_MS, usePaymentAmount, usePaymentTypes } from './use-payment-amount.ts';
import { loadSending, usePaymentDraft, usePaymentForm } from './use-payment-form.ts';
import { useReadyPayment } from './use-ready-payment.ts';

const thisYear = () => Number(today().slice(0, 4));

/** The facts of a payment's confirmation, handed to the next page. */
export type PaidClaim = ReturnType<typeof toSubmission> & { message: string };

/** The payment form: state, fields and buttons. It ends, cleared, on `returnPath`. */
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
  const { runOnce } = form;

  // Early, so that the look-up need not wait for it.
  useEffect(() => void recallSession(), []);

  const choose = (change: Partial<PaymentValues>) => {
    amount.choose(change);
    forgetDoubt();
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

  const { ready, needed, doubted, forgetDoubt } = useReadyPayment(
    { form, lookup, amount, draft, types, rules },
    {
      showProblems,
      forgetLast: () => {
        setUnknown(null);
        return dropPaid();
      },
    },
  );

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

  /** Sends the form; a month before the registration needs the person to be sure. */
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
      forgetDoubt();
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
  };
};
