import {
  type AnswerOf,
  type getPrompt,
  isMobileNumber,
  Phone,
  type PromptState,
  type sendPrompt,
} from '@banbo/contract';
import { useEffect, useState } from 'react';
import { behindTheCode, wholeNumber } from '~/components/form/form-phone.tsx';
import { type Address, call, isNotFound } from '~/lib/api/api.ts';
import { refusalOf } from '~/lib/form/refusal.ts';
import { useForm } from '~/lib/form/use-form.ts';
import { recallSession } from '~/lib/session/recall-session.ts';
import { toast } from '~/lib/toast.ts';
import { LABELS, type PaymentValues, toSubmission } from '../payment-values.ts';
import type { usePayment } from '../use-payment.ts';
import { MESSAGE_MS } from '../use-payment-amount.ts';
import { type KeptPrompt, promptInTab, readPrompt } from './prompt-offer.tsx';

const GET: Address<typeof getPrompt> = { method: 'GET', url: '/payments/prompts/:reference', access: 'public' };

/** Milliseconds between two looks at a prompt, and at a late one. */
const EVERY_MS = 3_000;
const LATE_EVERY_MS = 15_000;

const ENDS: readonly PromptState[] = ['paid', 'failed', 'unknown'];

export const isEnd = (state: PromptState): boolean => ENDS.includes(state);

/** The answer about a prompt: `gone` if it does not exist, null without an answer. */
export type Told = Pick<AnswerOf<typeof getPrompt>, 'state' | 'message'>;
export type Look = Told | 'gone' | null;

const look = async (reference: string, signal: AbortSignal): Promise<Look> => {
  try {
    const { state, message } = await call<typeof getPrompt>(GET, { params: { reference }, signal });
    return { state, message };
  } catch (error) {
    return isNotFound(error) ? 'gone' : null;
  }
};

/** Waits; ends early when the person returns to the page or the network does. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const over = new AbortController();
    const end = () => {
      clearTimeout(timer);
      over.abort();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const back = () => document.visibilityState === 'visible' && end();
    document.addEventListener('visibilitychange', back, { signal: over.signal });
    window.addEventListener('online', end, { signal: over.signal });
    signal.addEventListener('abort', end, { signal: over.signal });
  });

/** Polls a prompt and reports each answer, until it ends or `signal` aborts. */
export const followPrompt = async (
  reference: string,
  signal: AbortSignal,
  tell: (look: Look) => void,
): Promise<void> => {
  while (!signal.aborted) {
    const found = await look(reference, signal);
    if (signal.aborted) return;
    tell(found);
    if (found === 'gone' || (found && isEnd(found.state))) return;
    await pause(found?.state === 'late' ? LATE_EVERY_MS : EVERY_MS, signal);
  }
};

const SEND: Address<typeof sendPrompt> = { method: 'POST', url: '/payments/prompts', access: 'public' };

/** The driver's number, unless it is masked for a stranger. */
const knownNumber = ({ mobile_number }: PaymentValues): string =>
  isMobileNumber(mobile_number) ? behindTheCode(mobile_number) : '';

const problemOf = (input: string): string | undefined => {
  if (input.trim() === '') return 'Please enter the MoMo number.';
  return Phone.safeParse(wholeNumber(input)).error?.issues[0]?.message;
};

/** A prompt from its phone number to its end. The tab keeps an open one over a reload. */
export const usePrompt = (payment: ReturnType<typeof usePayment>) => {
  const [kept, setKept] = useState<KeptPrompt | null>(readPrompt);
  const [told, setTold] = useState<Told | null>(null);
  const [isOffline, setOffline] = useState(false);
  const form = useForm({
    initial: { payer_number: behindTheCode(kept?.payer_number ?? '') || knownNumber(payment.form.values) },
    keyName: 'banbo-prompt-key',
  });

  const forget = () => {
    promptInTab.drop();
    setKept(null);
    setTold(null);
  };

  // Leaves a form that is for another fee by now.
  const clearPaid = (paid: KeptPrompt) => {
    const now = toSubmission(payment.form.getValues(), payment.rules());
    const names = ['car_number', 'payment_type', 'payment_year', 'payment_month'] as const;
    if (names.every((name) => now[name] === paid[name])) payment.clear();
  };

  const isOver = told !== null && isEnd(told.state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows each prompt once
  useEffect(() => {
    if (!kept || isOver) return;
    const stop = new AbortController();
    void followPrompt(kept.reference, stop.signal, (found) => {
      setOffline(found === null);
      if (found === 'gone') forget();
      else if (found) setTold(found);
      if (found !== 'gone' && found?.state === 'paid') clearPaid(kept);
      if (found !== 'gone' && found && isEnd(found.state)) promptInTab.drop();
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
      // Members are free of the limits for strangers.
      await recallSession();
      const idempotencyKey = form.retryKey.keyFor(body);
      const { reference, state, message } = await call<typeof sendPrompt>(SEND, { body, idempotencyKey });
      form.retryKey.forget();
      const next = { ...body, reference };
      promptInTab.write(next);
      // Keeps the form for another try after a reload.
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
    /** The prompt, the last answer about it, and true without network. */
    kept,
    told,
    isOffline,
    isOver,
    send,
    /** Stops waiting; an approval still counts. */
    forget,
  };
};
