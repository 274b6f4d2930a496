import { type AnswerOf, type getPrompt, Phone, type PromptState } from '@banbo/contract';
import { useEffect, useState } from 'react';
import { behindTheCode, wholeNumber } from '~/components/form/form-phone.tsx';
import { type Address, call, isNotFound } from '~/lib/api/api.ts';
import type { KeptKey } from '~/lib/api/idempotency-key.ts';
import { useForm } from '~/lib/form/use-form.ts';
import type { keptPrompt, SentPrompt } from './kept-prompt.ts';

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

const problemOf = (input: string): string | undefined => {
  if (input.trim() === '') return 'Please enter the MoMo number.';
  return Phone.safeParse(wholeNumber(input)).error?.issues[0]?.message;
};

type Options<Kept extends SentPrompt> = {
  tab: ReturnType<typeof keptPrompt<Kept>>;
  /** The number that the field begins with; '' where it is not known. */
  number: string;
  keyName: string;
  onPaid: (kept: Kept) => void;
};

/** Sends a prompt to a number; null if the person has to act first. */
type Ask<Kept> = (payerNumber: string, retryKey: KeptKey) => Promise<{ kept: Kept; told: Told } | null>;

/** A prompt from its phone number to its end. The tab keeps an open one over a reload. */
export const useFollowedPrompt = <Kept extends SentPrompt>({ tab, number, keyName, onPaid }: Options<Kept>) => {
  const [kept, setKept] = useState<Kept | null>(tab.read);
  const [told, setTold] = useState<Told | null>(null);
  const [isOffline, setOffline] = useState(false);
  const form = useForm({ initial: { payer_number: behindTheCode(kept?.payer_number ?? number) }, keyName });

  const forget = () => {
    tab.drop();
    setKept(null);
    setTold(null);
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
      if (found !== 'gone' && found?.state === 'paid') onPaid(kept);
      if (found !== 'gone' && found && isEnd(found.state)) tab.drop();
    });
    return () => stop.abort();
  }, [kept?.reference, isOver]);

  return {
    field: form.field('payer_number'),
    showNumberError: (message: string) => form.showErrors({ payer_number: message }),
    isSending: form.isBusy,
    /** The prompt, the last answer about it, and true without network. */
    kept,
    told,
    isOffline,
    isOver,
    send: (ask: Ask<Kept>) =>
      form.runOnce(async () => {
        const problem = problemOf(form.getValues().payer_number);
        form.showErrors(problem ? { payer_number: problem } : {});
        if (problem) return;
        const asked = await ask(wholeNumber(form.getValues().payer_number), form.retryKey);
        if (!asked) return;
        form.retryKey.forget();
        tab.write(asked.kept);
        setKept(asked.kept);
        setTold(asked.told);
      }),
    /** Stops waiting; an approval still counts. */
    forget,
  };
};

/** A prompt that is followed, whatever it is for. */
export type FollowedPrompt = Omit<ReturnType<typeof useFollowedPrompt<SentPrompt>>, 'send' | 'showNumberError'>;
