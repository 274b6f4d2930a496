import { isDoubted, today, toPesewas } from '@banbo/contract';
import { type Presence, presenceUnseen } from '#db/connection/presence.ts';
import type { Db, Tx } from '#db/database.ts';
import { keptRecord, lockDrivers } from '#domains/drivers';
import { failureWords } from '#domains/jobs';
import { post } from '#domains/ledger';
import {
  claimsBelowPrice,
  driversIn,
  type HoldingPayment,
  lockClaims,
  paymentsOfTransaction,
  readClaimCase,
  storeClaim,
  takenOf,
  transitionPayments,
} from '#domains/payments';
import { type Momo, PROMPT_NETWORK, type PromptStatus } from '#integrations/momo/open-momo.ts';
import { clearWith } from '../transfers/clear-with.ts';
import { wasReversed } from '../transfers/hands-in-money.ts';
import { matchTransfers, recordTransfers } from '../transfers/match-transfers.ts';
import { entriesOfNew } from '../transfers/money-in-books.ts';
import { idAmong } from '../transfers/network-ids.ts';
import { lockTransactionId, moneyOfNetworks, type Transfer } from '../transfers/transfers.repo.ts';
import { NOT_ACCEPTED_AFTER_MS, NOT_SENT, nextCheck, SENT_WITHIN_MS } from './prompt-words.ts';
import {
  awaitPrompt,
  deleteFailed,
  endPrompt,
  findTakers,
  giveBackPrompts,
  isPromptDue,
  lockUnpaidPrompt,
  markPaid,
  type Prompt,
  takeDuePrompts,
} from './prompts.repo.ts';

const PAID_PROMPT = 'a prompt that was paid';
const ANOTHERS = 'The money with this transaction ID was paid by a prompt for another driver.';

/** The network's report of a prompt's money: transaction ID, and amount as money text. */
type Money = { transactionId: string; amount: string };
type Claim = Pick<HoldingPayment, 'id' | 'driver_id' | 'tenant_id' | 'amount' | 'status'>;

const storeOwn = async (tx: Tx, prompt: Prompt, { transactionId }: Money, now: Date): Promise<Claim> => {
  const { driver_id, tenant_id, type_code, period, payment_year, payment_month, amount_due, amount } = prompt;
  const { application_id, plot_id, zone_id, tenancy_id, payer_name, payer_details, payer_number } = prompt;
  const day = today(now);
  const { id } = await storeClaim(tx, {
    ...{ driver_id, tenant_id, type_code, period, payment_year, payment_month, amount_due, amount },
    ...{ application_id, plot_id, zone_id, tenancy_id, payer_name, payer_details },
    ...(driver_id === null && { payer_number }),
    transaction_id: transactionId,
    transaction_date: day,
    waiting_since: day,
    created_at: now,
  });
  return { id, driver_id, tenant_id, amount, status: 'submitted' };
};

/**
 * The claim that the money pays: the prompt's own, unless its driver claimed the transaction ID by
 * hand meanwhile. A false claim of another driver ends; if that one was cleared, there is no claim
 * to pay.
 */
const claimFor = async (tx: Tx, prompt: Prompt, money: Money, now: Date): Promise<Claim | null> => {
  const held = (await paymentsOfTransaction(tx, money.transactionId)).find(({ part }) => part === 1);
  if (held && held.driver_id === prompt.driver_id && held.tenant_id === prompt.tenant_id) return held;
  if (held?.status === 'cleared') return null;
  if (held) await transitionPayments(tx, { ids: [held.id], change: 'reject', by: null, reason: ANOTHERS, now });
  return storeOwn(tx, prompt, money, now);
};

/** Records a prompt's money, or gives the record that exists. */
const record = async (tx: Tx, { payer_number }: Prompt, { transactionId, amount }: Money, now: Date) => {
  const received = { transaction_id: transactionId, amount, received_on: today(now), payer_number };
  const money = {
    ...received,
    network: PROMPT_NETWORK,
    mode: 'momo',
    payer_name: '',
    reference: '',
    source: 'prompt',
  } as const;
  const [transfer] = await recordTransfers(tx, [money], { by: null, now });
  if (!transfer) throw new Error('The money of a prompt was not recorded');
  return transfer;
};

/**
 * Clears a claim that matching left although the money is its own: another driver sent the same
 * transaction ID, or the fee is paid and it becomes credit. Money of another amount, also by a
 * statement, or below the price waits for a decision.
 */
const clearOwn = async (
  tx: Tx,
  { id, driver_id, amount }: Claim,
  { transfer, now }: { transfer: Transfer; now: Date },
): Promise<void> => {
  const isFree = transfer.status === 'open' && !(await takenOf(tx, [transfer.id])).has(transfer.id);
  const isOwn = toPesewas(amount) === toPesewas(transfer.posted_amount);
  if (!isFree || !isOwn || isDoubted(transfer)) return;
  if (await wasReversed(tx, transfer)) return;
  // Credit that completes the claim may be used until then.
  await lockClaims(tx, [id]);
  await lockDrivers(tx, driversIn([{ driver_id }]));
  const claim = await readClaimCase(tx, id);
  if (claim && !claim.is_paid && (await claimsBelowPrice(tx, [claim], now)).has(id)) return;
  const change = claim?.is_paid ? 'credit' : 'clear';
  const amounts = new Map([[id, amount]]);
  await clearWith(tx, { transferId: transfer.id, amounts, change, setOffBy: PAID_PROMPT }, { by: null, now });
};

/**
 * Books a paid prompt in one transaction: the transfer, the claim, and its clearing, as credit if
 * the fee was paid meanwhile. A second report changes nothing. Money of another amount waits for a
 * decision.
 */
export const settlePrompt = (db: Db, id: string, told: Money, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockTransactionId(tx, told.transactionId);
    const asked = await lockUnpaidPrompt(tx, id);
    if (!asked) return;
    // The driver's record may have been merged since.
    const prompt = { ...asked, driver_id: asked.driver_id && (await keptRecord(tx, asked.driver_id)) };
    const known = await moneyOfNetworks(tx, [told.transactionId]);
    const money = { ...told, transactionId: idAmong(known, told.transactionId, PROMPT_NETWORK) ?? told.transactionId };
    // Another record of the same ID at this moment may end a claim of it.
    const transfer = await record(tx, prompt, money, now);
    const claim = await claimFor(tx, prompt, money, now);
    const matched = await matchTransfers(tx, [transfer.id], { now, setOffBy: PAID_PROMPT });
    if (claim?.status === 'submitted' && matched.size === 0) await clearOwn(tx, claim, { transfer, now });
    // Clearing locks drivers and transfers, which come before the books.
    await post(tx, entriesOfNew([transfer], null), { by: null, now });
    const paid = { transaction_id: told.transactionId, payment_id: claim?.id ?? null, transfer_id: transfer.id };
    await markPaid(tx, id, { ...paid, now });
  });

const KEPT_DAYS = 90;
const DAY = 86_400_000;

/**
 * Deletes prompts that failed three months ago, since strangers can enter any phone number. Paid
 * ones, and those that may be paid, stay with the money.
 */
export const forgetPrompts = (db: Db, now: Date): Promise<void> =>
  deleteFailed(db, new Date(now.getTime() - KEPT_DAYS * DAY));

/** Longer than the calls for one prompt can take. */
const TAKEN_MS = 60_000;
const AT_ONCE = 10;

/** `tell` gets prompts that are given up and failed polls, without personal data. */
type Deps = {
  db: Db;
  momo: Momo;
  now: () => Date;
  /** Without it, prompts of killed servers wait until their hold expires. */
  presence?: Presence;
  tell: (prompt: string, words: string) => void;
};

const messageOf = ({ type_code, payment_year, payment_month }: Prompt): string =>
  ['Driver payment', type_code, payment_month && `${payment_month}-${payment_year}`].filter(Boolean).join(' ');

/** The status of a prompt; an unconfirmed one is sent first, under the same reference. */
const statusNow = async (momo: Momo, prompt: Prompt, age: number): Promise<PromptStatus> => {
  const { id, reference, state, amount, payer_number: payer } = prompt;
  if (state === 'asked' || age >= SENT_WITHIN_MS) return momo.statusOf(reference);
  const answer = await momo.ask({ reference, amount, payer, externalId: id, message: messageOf(prompt) });
  if (answer.kind !== 'refused') return { kind: 'pending' };
  // An earlier sending may have been accepted although its answer was lost.
  const status = await momo.statusOf(reference);
  return status.kind === 'absent' ? { kind: 'failed', reason: answer.reason } : status;
};

/** Stores the new state of a prompt; null means that the poll brought no answer. */
const keep = async ({ db, now, tell }: Deps, prompt: Prompt, status: PromptStatus | null): Promise<void> => {
  const { id, state, created_at } = prompt;
  const at = now();
  if (status?.kind === 'paid') return settlePrompt(db, id, status, at);
  if (status?.kind === 'failed') return endPrompt(db, id, { state: 'failed', reason: status.reason, now: at });
  const isRefused = status?.kind === 'absent' && state === 'waiting';
  if (isRefused && at.getTime() - created_at.getTime() >= NOT_ACCEPTED_AFTER_MS) {
    return endPrompt(db, id, { state: 'failed', reason: NOT_SENT, now: at });
  }
  const next = nextCheck(created_at, at);
  if (next) return awaitPrompt(db, id, { next, isAsked: status?.kind === 'pending' });
  tell(id, 'a prompt was given up after a day without knowing whether it was paid');
  return endPrompt(db, id, { state: 'unknown', reason: '', now: at });
};

/** Without an answer, or if it cannot be stored, the prompt waits for the next poll. */
const follow = async (deps: Deps, prompt: Prompt): Promise<void> => {
  const { db, momo, now, tell } = deps;
  const age = now().getTime() - prompt.created_at.getTime();
  const status = await statusNow(momo, prompt, age).catch((error: unknown) => {
    tell(prompt.id, failureWords(error));
    return null;
  });
  try {
    await keep(deps, prompt, status);
  } catch (error) {
    tell(prompt.id, failureWords(error));
    const at = now();
    const next = nextCheck(prompt.created_at, at) ?? new Date(at.getTime() + TAKEN_MS);
    await awaitPrompt(db, prompt.id, { next, isAsked: status !== null });
  }
};

/**
 * True when a prompt is due. Called while this server follows no prompt: first releases those that
 * it lost with the database, and those of servers that have ended. Asking the network again charges
 * no payer twice.
 */
export const hasPromptToFollow = async (db: Db, presence: Presence, now: Date): Promise<boolean> => {
  const takers = await findTakers(db);
  const { ended } = await presence.ended(takers);
  const gone = takers.filter((one) => one !== null && (one === presence.own || ended.has(one))) as number[];
  if (gone.length > 0) await giveBackPrompts(db, gone, now);
  return isPromptDue(db, now);
};

/**
 * Sends due prompts and asks for their status, each on one server at a time. The network is called
 * outside transactions, and each state is stored separately. Rejects with the database's first
 * failure, after all prompts.
 */
export const followPrompts = async (deps: Deps): Promise<void> => {
  const now = deps.now();
  const until = new Date(now.getTime() + TAKEN_MS);
  const server = await (deps.presence ?? presenceUnseen()).appear();
  for (let isMore = true; isMore; ) {
    const prompts = await takeDuePrompts(deps.db, { now, until, limit: AT_ONCE, server });
    const ends = await Promise.allSettled(prompts.map((prompt) => follow(deps, prompt)));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
    isMore = prompts.length === AT_ONCE;
  }
};
