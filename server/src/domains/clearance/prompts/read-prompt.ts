import { type ListQuery, monthCode, type PromptRecord, type PromptState, promptList } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { owners } from '#domains/drivers';
import { statusOfPayment } from '#domains/payments';
import { Refusal } from '#lib/refusal.ts';
import { shownState, wordsOfPrompt } from './prompt-words.ts';
import { findPrompt, type ListedPrompt, promptsSql } from './prompts.repo.ts';

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

const present = (row: ListedPrompt): PromptRecord => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  driver_id: row.driver_id,
  driver_code: row.driver_code,
  car_number: row.car_number,
  fullname: `${row.first_name} ${row.last_name}`,
  payer_number: row.payer_number,
  payment_type: row.type_code,
  payment_year: row.payment_year,
  payment_month: monthCode(row.payment_month),
  amount: row.amount,
  state: row.state,
  reason: row.state === 'failed' || row.state === 'unknown' ? wordsOfPrompt(row, row.state) : null,
  transaction_id: row.transaction_id,
});

/** Prompts with their drivers as they are now. */
export const promptsSource: ListSource<ListQuery<typeof promptList>, PromptRecord> = listSource(
  promptList,
  promptsSql(owners),
  (rows) => rows.map(present),
);
