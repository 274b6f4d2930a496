import type { Db } from '#db/database.ts';
import { type Presence, presenceUnseen } from '#db/presence.ts';
import { wordsOf } from '#domains/jobs';
import type { Momo, PromptStatus } from '#integrations/momo/momo.ts';
import { NOT_ACCEPTED_AFTER_MS, NOT_SENT, nextLook, SENT_WITHIN_MS } from './prompt-words.ts';
import {
  awaitPrompt,
  endPrompt,
  findTakers,
  giveBackPrompts,
  isPromptDue,
  type Prompt,
  takeDue,
} from './prompts.repo.ts';
import { settlePrompt } from './settle-prompt.ts';

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
  const next = nextLook(created_at, at);
  if (next) return awaitPrompt(db, id, { next, isAsked: status?.kind === 'pending' });
  tell(id, 'a prompt was given up after a day without knowing whether it was paid');
  return endPrompt(db, id, { state: 'unknown', reason: '', now: at });
};

/** A look that brings no answer, or whose answer cannot be kept now, leaves the prompt for the next one. */
const lookAfter = async (deps: Deps, prompt: Prompt): Promise<void> => {
  const { db, momo, now, tell } = deps;
  const age = now().getTime() - prompt.created_at.getTime();
  const status = await statusNow(momo, prompt, age).catch((error: unknown) => {
    tell(prompt.id, wordsOf(error));
    return null;
  });
  try {
    await keep(deps, prompt, status);
  } catch (error) {
    tell(prompt.id, wordsOf(error));
    const at = now();
    const next = nextLook(prompt.created_at, at) ?? new Date(at.getTime() + TAKEN_MS);
    await awaitPrompt(db, prompt.id, { next, isAsked: status !== null });
  }
};

/**
 * True when a prompt is due. Asked while this server looks after none: makes those due that it took before and lost with the
 * database, and those of servers that have ended. Asking the network for them once more charges nobody twice.
 */
export const hasPromptToLookAfter = async (db: Db, presence: Presence, now: Date): Promise<boolean> => {
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
export const lookAfterPrompts = async (deps: Deps): Promise<void> => {
  const now = deps.now();
  const until = new Date(now.getTime() + TAKEN_MS);
  const server = await (deps.presence ?? presenceUnseen()).appear();
  for (let isMore = true; isMore; ) {
    const prompts = await takeDue(deps.db, { now, until, limit: AT_ONCE, server });
    const ends = await Promise.allSettled(prompts.map((prompt) => lookAfter(deps, prompt)));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
    isMore = prompts.length === AT_ONCE;
  }
};
