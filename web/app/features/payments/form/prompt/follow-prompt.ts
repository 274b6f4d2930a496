import type { AnswerOf, getPrompt, PromptState } from '@banbo/contract';
import { type Address, call, isNotFound } from '~/lib/api.ts';

const GET: Address<typeof getPrompt> = { method: 'GET', url: '/payments/prompts/:reference', access: 'public' };

/** Milliseconds between two questions: while somebody looks at their phone, and once the prompt is late. */
const EVERY_MS = 3_000;
const LATE_EVERY_MS = 15_000;

const ENDS: readonly PromptState[] = ['paid', 'failed', 'unknown'];

/** True for a state that a prompt stays in. */
export const isEnd = (state: PromptState): boolean => ENDS.includes(state);

/** The answer about a prompt; `gone` where the server has none under this reference, null where no answer came. */
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

/** Waits, but not longer than until the person comes back to the page, or the phone has network again. */
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

/** Asks for a prompt again and again and tells each answer, until its end or until `signal` aborts. */
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
