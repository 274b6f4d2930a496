import { isMobileNumber, Phone, type sendPrompt } from '@banbo/contract';
import { useEffect, useState } from 'react';
import { type Address, call } from '~/lib/api.ts';
import { refusalOf } from '~/lib/form/refusal.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { behindTheCode, wholeNumber } from '~/lib/phone-field.ts';
import { recallSession } from '~/lib/recall-session.ts';
import { toast } from '~/lib/toast.ts';
import { LABELS, type PaymentValues, toSubmission } from '../payment-values.ts';
import type { usePayment } from '../use-payment.ts';
import { MESSAGE_MS } from '../use-payment-amount.ts';
import { followPrompt, isEnd, type Told } from './follow-prompt.ts';
import { dropPrompt, type KeptPrompt, keepPrompt, readPrompt } from './kept-prompt.ts';

const SEND: Address<typeof sendPrompt> = { method: 'POST', url: '/payments/prompts', access: 'public' };

/** The number of the driver, where the person may know it; strangers see it masked, and type theirs. */
const knownNumber = ({ mobile_number }: PaymentValues): string =>
  isMobileNumber(mobile_number) ? behindTheCode(mobile_number) : '';

/** The problem of the payer's number, or none. */
const problemOf = (input: string): string | undefined => {
  if (input.trim() === '') return 'Please enter the MoMo number.';
  return Phone.safeParse(wholeNumber(input)).error?.issues[0]?.message;
};

/** A prompt's way from the number it goes to until its end; the tab keeps an open one over a reload. */
export const usePrompt = (payment: ReturnType<typeof usePayment>) => {
  const [kept, setKept] = useState<KeptPrompt | null>(readPrompt);
  const [told, setTold] = useState<Told | null>(null);
  const [isOffline, setOffline] = useState(false);
  const form = useForm({
    initial: { payer_number: behindTheCode(kept?.payer_number ?? '') || knownNumber(payment.form.values) },
    keyName: 'banbo-prompt-key',
  });

  const forget = () => {
    dropPrompt();
    setKept(null);
    setTold(null);
  };

  // Else a prompt for one thing would empty a form that is for another by now.
  const clearPaid = (paid: KeptPrompt) => {
    const now = toSubmission(payment.form.getValues(), payment.rules());
    const names = ['car_number', 'payment_type', 'payment_year', 'payment_month'] as const;
    if (names.every((name) => now[name] === paid[name])) payment.clear();
  };

  const isOver = told !== null && isEnd(told.state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same prompt is followed once, however often the form is drawn
  useEffect(() => {
    if (!kept || isOver) return;
    const stop = new AbortController();
    void followPrompt(kept.reference, stop.signal, (found) => {
      setOffline(found === null);
      if (found === 'gone') forget();
      else if (found) setTold(found);
      if (found !== 'gone' && found?.state === 'paid') clearPaid(kept);
      if (found !== 'gone' && found && isEnd(found.state)) dropPrompt();
    });
    return () => stop.abort();
  }, [kept?.reference, isOver]);

  const ask = async (values: PaymentValues): Promise<void> => {
    const { car_number, driver_code, payment_type, payment_year, payment_month, amount } = toSubmission(
      values,
      payment.rules(),
    );
    const body = {
      ...{ car_number, driver_code, payment_type, amount },
      ...(payment_year !== undefined && { payment_year }),
      ...(payment_month !== undefined && { payment_month }),
      payer_number: wholeNumber(form.getValues().payer_number),
    };
    try {
      // The limits for strangers do not hold for a member.
      await recallSession();
      const idempotencyKey = form.retryKey.keyFor(body);
      const { reference, state, message } = await call<typeof sendPrompt>(SEND, { body, idempotencyKey });
      form.retryKey.forget();
      const next = { ...body, reference };
      keepPrompt(next);
      // So that it can be sent again after a reload.
      payment.keepDraft();
      setKept(next);
      setTold({ state, message });
    } catch (error) {
      const { message, fields } = refusalOf(error, [...Object.keys(LABELS), 'payer_number']);
      const { payer_number, ...others } = fields;
      toast.error(message, { duration: MESSAGE_MS });
      if (payer_number !== undefined) form.showErrors({ payer_number });
      if (Object.keys(others).length > 0) payment.showProblems(others);
    }
  };

  const send = async (isSure = false): Promise<void> => {
    await form.runOnce(async () => {
      const problem = problemOf(form.getValues().payer_number);
      form.showErrors(problem ? { payer_number: problem } : {});
      if (problem) return;
      const values = await payment.readyForPrompt(isSure ? null : () => void send(true));
      if (values) await ask(values);
    });
  };

  return {
    field: form.field('payer_number'),
    isSending: form.isBusy || payment.isSending,
    /** The prompt that was asked for, the last word on it, and true while the server cannot be asked. */
    kept,
    told,
    isOffline,
    isOver,
    send,
    /** Stops waiting; the prompt may still be approved, and then counts. */
    forget,
  };
};
