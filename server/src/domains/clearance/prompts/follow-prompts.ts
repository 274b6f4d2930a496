import { isDoubted, today, toPesewas } from '@banbo/contract';
import { type Presence, presenceUnseen } from '#db/connection/presence.ts';
import type { Db, Tx } from '#db/database.ts';
import { keptRecord } from '#domains/drivers';
import { failureWords } from '#domains/jobs';
import {
  type HoldingPayment,
  paymentsOfTransaction,
  readClaimCase,
  storeClaim,
  takenOf,
  transitionPayments,
} from '#domains/payments';
import type { Momo, PromptStatus } from '#integrations/momo/open-momo.ts';
import { clearWith } from '../transfers/clear-with.ts';
import { matchTransfers, recordTransfers } from '../transfers/match-transfers.ts';
import type { Transfer } from '../transfers/transfers.repo.ts';
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

const ANOTHERS = 'The money with this transaction ID was paid by a prompt for another driver.';

/** The money of a prompt as the network tells it: its transaction ID, and the amount as money text. */
type Money = { transactionId: string; amount: string };
type Claim = Pick<HoldingPayment, 'id' | 'driver_id' | 'amount' | 'status'>;

const storeOwn = async (tx: Tx, prompt: Prompt, { transactionId }: Money, now: Date): Promise<Claim> => {
  const { driver_id, type_code, period, payment_year, payment_month, amount_due, amount } = prompt;
  const day = today(now);
  const { id } = await storeClaim(tx, {
    ...{ driver_id, type_code, period, payment_year, payment_month, amount_due, amount },
    transaction_id: transactionId,
    transaction_date: day,
    waiting_since: day,
    created_at: now,
  });
  return { id, driver_id, amount, status: 'submitted' };
};

/**
 * The claim that the money pays: the prompt's own, unless its driver claimed the transaction ID by hand meanwhile. Another
 * driver's claim of it is false and ends, unless it was cleared: then there is none.
 */
const claimFor = async (tx: Tx, prompt: Prompt, money: Money, now: Date): Promise<Claim | null> => {
  const held = (await paymentsOfTransaction(tx, money.transactionId)).find(({ part }) => part === 1);
  if (held?.driver_id === prompt.driver_id) return held;
  if (held?.status === 'cleared') return null;
  if (held) await transitionPayments(tx, { ids: [held.id], change: 'reject', by: null, reason: ANOTHERS, now });
  return storeOwn(tx, prompt, money, now);
};

/** Records the money that a prompt brought in; gives it as it is known where it was recorded otherwise before. */
const record = async (tx: Tx, { payer_number }: Prompt, { transactionId, amount }: Money, now: Date) => {
  const received = { transaction_id: transactionId, amount, received_on: today(now), payer_number };
  const money = { ...received, mode: 'momo', payer_name: '', reference: '', source: 'prompt' } as const;
  const [transfer] = await recordTransfers(tx, [money], { by: null, now });
  if (!transfer) throw new Error('The money of a prompt was not recorded');
  return transfer;
};

/**
 * Clears a claim that matching left, although the money is its own: for its fee, also where others sent its transaction ID, or as
 * credit where the fee is paid. Money of another amount, or of which a statement says so, waits for a person.
 */
const clearOwn = async (
  tx: Tx,
  { id, amount }: Claim,
  { transfer, now }: { transfer: Transfer; now: Date },
): Promise<void> => {
  const isFree = transfer.status === 'open' && !(await takenOf(tx, [transfer.id])).has(transfer.id);
  if (!isFree || isDoubted(transfer) || toPesewas(amount) !== toPesewas(transfer.amount)) return;
  const change = (await readClaimCase(tx, id))?.is_paid ? 'credit' : 'clear';
  const amounts = new Map([[id, amount]]);
  await clearWith(tx, { transferId: transfer.id, amounts, change }, { by: null, now });
};

/**
 * Counts a prompt that was paid, in one transaction: the money as a transfer, the claim, and its clearing, as the driver's
 * credit where the fee was paid meanwhile. Told again, it changes nothing. Money of another amount than the claim's waits for
 * a person.
 */
export const settlePrompt = (db: Db, id: string, money: Money, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const asked = await lockUnpaidPrompt(tx, id);
    if (!asked) return;
    // The record that was asked may have been merged into another one since.
    const prompt = { ...asked, driver_id: await keptRecord(tx, asked.driver_id) };
    const claim = await claimFor(tx, prompt, money, now);
    const transfer = await record(tx, prompt, money, now);
    const matched = await matchTransfers(tx, [transfer.id], { now });
    if (claim?.status === 'submitted' && matched.size === 0) await clearOwn(tx, claim, { transfer, now });
    const paid = { transaction_id: money.transactionId, payment_id: claim?.id ?? null, transfer_id: transfer.id };
    await markPaid(tx, id, { ...paid, now });
  });

const KEPT_DAYS = 90;
const DAY = 86_400_000;

/**
 * Forgets prompts that failed three months ago: anybody can have given the number of a phone. Those that were paid, or may have
 * been, stay with the money.
 */
export const forgetPrompts = (db: Db, now: Date): Promise<void> =>
  deleteFailed(db, new Date(now.getTime() - KEPT_DAYS * DAY));

/** Longer than the calls for one prompt take, each until its time is up. */
const TAKEN_MS = 60_000;
const AT_ONCE = 10;

/** `tell` hears of prompts that are given up, and of looks that failed, without people's data. */
type Deps = {
  db: Db;
  momo: Momo;
  now: () => Date;
  /** Without it prompts of servers that were killed wait until their time is over. */
  presence?: Presence;
  tell: (prompt: string, words: string) => void;
};

const messageOf = ({ type_code, payment_year, payment_month }: Prompt): string =>
  ['Driver payment', type_code, payment_month && `${payment_month}-${payment_year}`].filter(Boolean).join(' ');

/** The status of a prompt. One that is not known to be sent yet is sent first, again under its reference. */
const statusNow = async (momo: Momo, prompt: Prompt, age: number): Promise<PromptStatus> => {
  const { id, reference, state, amount, payer_number: payer } = prompt;
  if (state === 'asked' || age >= SENT_WITHIN_MS) return momo.statusOf(reference);
  const answer = await momo.ask({ reference, amount, payer, externalId: id, message: messageOf(prompt) });
  if (answer.kind !== 'refused') return { kind: 'pending' };
  // An earlier sending, whose answer was lost, may have been accepted all the same.
  const status = await momo.statusOf(reference);
  return status.kind === 'absent' ? { kind: 'failed', reason: answer.reason } : status;
};

/** Keeps the new state of a prompt; null stands for a look that brought no answer. */
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

/** A look that brings no answer, or whose answer cannot be kept now, leaves the prompt for the next one. */
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
 * True when a prompt is due. Asked while this server looks after none: makes those due that it took before and lost with the
 * database, and those of servers that have ended. Asking the network for them once more charges nobody twice.
 */
export const hasPromptToFollow = async (db: Db, presence: Presence, now: Date): Promise<boolean> => {
  const takers = await findTakers(db);
  const { ended } = await presence.ended(takers);
  const gone = takers.filter((one) => one !== null && (one === presence.own || ended.has(one))) as number[];
  if (gone.length > 0) await giveBackPrompts(db, gone, now);
  return isPromptDue(db, now);
};

/**
 * Sends prompts and asks what became of them, those that are due, each on one server at a time. The network is asked outside
 * transactions, and each prompt's state is kept by itself. Rejects with the first failure of the database, after all
 * prompts that it took.
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
