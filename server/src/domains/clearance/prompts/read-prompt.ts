import type { PromptState } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { statusOfPayment } from '#domains/payments';
import { Refusal } from '#lib/refusal.ts';
import { shownState, wordsOfPrompt } from './prompt-words.ts';
import { findPrompt } from './prompts.repo.ts';

/** Tells a prompt's state and its words to whoever has its reference. Refuses an unknown one with `not_found`. */
export const readPrompt = async (
  db: Db,
  reference: string,
  now: Date,
): Promise<{ state: PromptState; message: string }> => {
  const prompt = await findPrompt(db, reference);
  if (!prompt) throw new Refusal('not_found', 'There is no such prompt.');
  const payment = prompt.payment_id === null ? null : await statusOfPayment(db, prompt.payment_id);
  const state = shownState(prompt, now);
  return { state, message: wordsOfPrompt(prompt, state, payment) };
};
