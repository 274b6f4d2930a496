import { formatMoney, today } from '@banbo/contract';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { neededCode } from '~/lib/form/needed-code.ts';
import type { FieldErrors } from '~/lib/form/refusal.ts';
import type { PaymentOpening } from '~/lib/payment-opening.ts';
import { recallSession } from '~/lib/recall-session.ts';
import type { QueuedSubmission } from '~/lib/submission-queue/queued-submission.ts';
import { toast } from '~/lib/toast.ts';
import { oldMonth } from './old-month.ts';
import { EMPTY_PAYMENT, needsMonth, type PaymentName, type PaymentValues, toSubmission } from './payment-values.ts';
import { amountFor, priceOf, unpricedYear } from './prices.ts';
import { useDriverLookup } from './use-driver-lookup.ts';
import { usePaymentDraft } from './use-payment-draft.ts';
import { loadRules, usePaymentForm } from './use-payment-form.ts';
import { usePaymentTypes, usePrices } from './use-payment-lookups.ts';
import { type Outcome, useSubmitPayment } from './use-submit-payment.ts';

const MESSAGE_MS = 5000;
const thisYear = () => Number(today().slice(0, 4));

/** The facts of a payment's confirmation, as the form passes them to the page it returns to. */
export type PaidClaim = ReturnType<typeof toSubmission> & { message: string };

/** The payment form's state and what its fields and buttons do. On success it goes to `returnPath`, all fields cleared. */
export const usePayment = ({ prefill, pricing }: PaymentOpening, returnPath: string) => {
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const { types } = usePaymentTypes();
  const form = usePaymentForm(prefill, types);
  const lookup = useDriverLookup(form, pricing);
  const { listed, awaited } = usePrices();
  const prices = { listed, types, plans: lookup.pricing?.plans ?? [], thisMonth: today().slice(0, 7) };
  const draft = usePaymentDraft(form, prefill);
  const [unreached, setUnreached] = useState(false);
  const [kept, setKept] = useState<string | null>(null);
  const [unknown, setUnknown] = useState<string | null>(null);
  const [doubted, setDoubted] = useState<string | null>(null);
  const { once } = form;
  const { send, keep } = useSubmitPayment(form, types);
  const price = priceOf(prices, form.values);
  const shownPrice = useRef(price);

  // So the driver's look-up need not wait for it.
  useEffect(() => void recallSession(), []);

  // Also when prices or the driver's plan come after the choice; an amount that a person typed stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a price that has not changed is not filled in again
  useEffect(() => {
    const { amount } = form.getValues();
    const after = amountFor(amount, shownPrice.current, price);
    shownPrice.current = price;
    if (after !== amount) form.setFieldValue('amount', after);
  }, [price]);

  /** Changes what is paid for, and fills in its price unless another amount was typed. */
  const choose = (change: Partial<PaymentValues>) => {
    const before = form.getValues();
    const after = priceOf(prices, { ...before, ...change });
    const amount = amountFor(before.amount, priceOf(prices, before), after);
    form.setValues({ ...change, amount });
    for (const name of Object.keys(change)) form.clearFieldError(name as PaymentName);
    if (amount !== before.amount) form.clearFieldError('amount');
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
    form.setValues(EMPTY_PAYMENT);
    form.clearErrors();
    lookup.forget();
    draft.drop();
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
    setUnreached(outcome.kind === 'unreached');
    if (outcome.kind === 'received') {
      toast.success(outcome.message, { duration: MESSAGE_MS });
      clear();
      await showPaid(toSubmission(values, types), outcome.message);
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

  /**
   * Fills in the price by what has come since Submit was pressed, and tells whether it may go out: a person who `saw` another
   * amount may have sent that one.
   */
  const fillIn = async (saw: string): Promise<boolean> => {
    const { amount } = form.getValues();
    if (amount.trim() !== '' && shownPrice.current === null) return true;
    const known = { ...prices, listed: await awaited(), plans: lookup.knownPricing()?.plans ?? [] };
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
  };

  /** Sends the form; a month before the driver registered only once the person `isSure` of it. */
  const submit = async (isSure = false) => {
    let values = form.getValues();
    const saw = values.amount;
    form.clearLine();
    setUnknown(null);
    setDoubted(null);
    const outcome = await once(async () => {
      await dropPaid();
      if (!(await lookup.ensure()) || !(await fillIn(saw))) return null;
      values = form.getValues();
      const rules = await neededCode(loadRules, form.say);
      if (!rules) {
        draft.keep();
        return null;
      }
      const problems = rules.paymentErrors(values, types);
      const [first] = Object.values(problems);
      if (first !== undefined) {
        toast.error(first, { duration: MESSAGE_MS });
        showProblems(problems);
        return null;
      }
      const doubt = isSure ? null : oldMonth(values, types, lookup.knownPricing());
      setDoubted(doubt);
      return doubt ? null : send(values);
    });
    await settle(outcome, values);
  };

  const keepOnPhone = async () => {
    const values = form.getValues();
    await settle(await once(() => keep(values)), values);
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
    price,
    unpricedYear: unpricedYear(prices, form.values),
    doubted,
    changeMonth: () => {
      setDoubted(null);
      form.focus('payment_month');
    },
    unreached,
    kept,
    unknown,
    isSending: form.isBusy,
    choose,
    chooseType,
    chooseNetwork,
    submit,
    keepOnPhone,
    editKept,
    showPaid,
  };
};
