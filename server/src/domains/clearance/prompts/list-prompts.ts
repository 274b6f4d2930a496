import { type ListQuery, monthCode, type PromptRecord, promptList } from '@banbo/contract';
import { type ListSource, listSource } from '#db/list/list-source.ts';
import { owners } from '#domains/drivers';
import { type ListedPrompt, promptsSql } from './list-prompts.repo.ts';
import { wordsOfPrompt } from './prompt-words.ts';

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
