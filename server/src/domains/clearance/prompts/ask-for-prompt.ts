import { randomUUID } from 'node:crypto';
import {
  feeMoneyText,
  fullName,
  groupThousands,
  monthCode,
  normalizePhone,
  type PromptRecord,
  type PromptRequest,
  type PromptState,
  promptList,
} from '@banbo/contract';
import type { Db, Tx } from '#db/database.ts';
import { listSource } from '#db/list/list-source.ts';
import type { CheckedCounting } from '#db/list/list-sql.ts';
import { owners } from '#domains/drivers';
import { claimsBelowPrice, judgeClaim, sideOf, statusOfPayment } from '#domains/payments';
import { existing, refusalAt } from '#lib/refusal.ts';
import { payerPage } from '../decisions/suggest-drivers.ts';
import { APPROVED_WITHIN_MS, shownState, wordsOfPrompt } from './prompt-words.ts';
import {
  addPrompt,
  findPrompt,
  hasOpenPrompt,
  type ListedPrompt,
  lockPayer,
  type NewPrompt,
  type Prompt,
  promptsSql,
} from './prompts.repo.ts';

const NO_PRICE = 'This fee has no price yet, so no prompt can ask for it.';
const HAS_ANOTHER =
  'This phone was sent a prompt already. Please approve or decline it there, or wait some minutes and try again.';

/** Refuses a prompt that would not pay its fee, with what the driver's credit holds towards it. */
const refuseBelowMissing = async (db: Db, claim: Awaited<ReturnType<typeof judgeClaim>>, now: Date): Promise<void> => {
  const { driver_id = null, type_code, payment_year, payment_month, amount, amount_due = null } = claim;
  const asked = { id: '', driver_id, type_code, payment_year, payment_month, amount, amount_due };
  const moneyBelow = async (one: typeof asked) => (await claimsBelowPrice(db, [one], now, { isWhole: true })).get('');
  const below = await moneyBelow(asked);
  if (!below) return;
  const { price, paid, missing } = below;
  if (price === null || missing === null) throw refusalAt('refused', 'amount', NO_PRICE);
  // Credit pays no month to come, so what is missing would not pay it either.
  const isTooEarly = (await moneyBelow({ ...asked, amount: missing })) !== undefined;
  const message = isTooEarly
    ? `The fee costs ${groupThousands(price)}, and the ${groupThousands(paid)} held towards it cannot be used for it ` +
      'yet. A prompt asks for the whole price; what is held stays credit.'
    : `${feeMoneyText(below)} A prompt cannot ask for less.`;
  throw refusalAt('refused', 'amount', message);
};

/** The prompt's fee, judged and priced like a claim, and the phone that is asked to pay. */
export const judgePrompt = async (db: Db, { payer_number, ...fee }: PromptRequest, now: Date) => {
  // The transaction ID comes with the money.
  const claim = await judgeClaim(db, { ...fee, transaction_id: '' }, now);
  await refuseBelowMissing(db, claim, now);
  return {
    driver_id: claim.driver_id ?? null,
    type_code: claim.type_code,
    period: claim.period,
    payment_year: claim.payment_year ?? null,
    payment_month: claim.payment_month ?? null,
    amount_due: claim.amount_due ?? null,
    amount: claim.amount,
    payer_number: normalizePhone(payer_number) ?? payer_number,
  };
};

/** A prompt of either side, before it has its reference. */
export type JudgedPrompt = Omit<NewPrompt, 'reference' | 'due_at' | 'created_at'> &
  Pick<Prompt, 'amount' | 'type_code' | 'payment_year' | 'payment_month' | 'payer_number'>;

/**
 * Stores a judged prompt, sent with the next poll, and adds to the counts of `counting`. Refuses a
 * phone with an open prompt with `conflict`: two prompts would be two payments.
 */
export const storePrompt = async (
  tx: Tx,
  prompt: JudgedPrompt,
  now: Date,
  counting: CheckedCounting | null,
): Promise<{ reference: string; message: string }> => {
  await lockPayer(tx, prompt.payer_number);
  if (await hasOpenPrompt(tx, prompt.payer_number, new Date(now.getTime() - APPROVED_WITHIN_MS))) {
    throw refusalAt('conflict', 'payer_number', HAS_ANOTHER);
  }
  const reference = randomUUID();
  const counted = await addPrompt(tx, { ...prompt, reference, due_at: now, created_at: now }, counting);
  counting?.check(counted);
  return { reference, message: wordsOfPrompt({ ...prompt, reason: '', transaction_id: null }, 'waiting') };
};

/** Gives a prompt's state and words by its reference. Refuses an unknown one with `not_found`. */
export const showPrompt = async (
  db: Db,
  reference: string,
  now: Date,
): Promise<{ state: PromptState; message: string }> => {
  const prompt = existing(await findPrompt(db, reference), 'prompt');
  const payment = prompt.payment_id === null ? null : await statusOfPayment(db, prompt.payment_id);
  const state = shownState(prompt, now);
  return { state, message: wordsOfPrompt(prompt, state, payment) };
};

const present = (row: ListedPrompt): PromptRecord => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  driver_id: row.driver_id,
  driver_code: row.driver_code ?? '',
  car_number: row.car_number ?? row.payer_details ?? '',
  fullname: row.payer_name ?? fullName({ first_name: row.first_name ?? '', last_name: row.last_name ?? '' }),
  side: sideOf(row),
  page: payerPage(row),
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
export const promptsSource = listSource(promptList, promptsSql(owners), (rows) => rows.map(present));
