import {
  addDays,
  CASH_UP_DAYS,
  type CashUpInput,
  countedPesewas,
  denominations,
  denominationWords,
  formatDay,
  fromPesewas,
  today,
} from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import type { Approvers } from '#domains/approvals';
import { audit } from '#domains/audit';
import { holdBooks } from '#domains/ledger';
import type { Caller } from '#lib/caller.ts';
import { existing, noSuch, Refusal, refusalAt } from '#lib/refusal.ts';
import { nextBookNumber } from '../book-numbers.repo.ts';
import { refuseClosedDay } from '../books-calendar.ts';
import { askAgreement, cashDifference } from './approve-cash-up.ts';
import { CASH_UP_NOUN, stepCashUp } from './cash-up-changes.ts';
import { insertCashUp, insertCount, lastCashUp, lockCashUp, type Piece } from './cash-ups.repo.ts';
import { expectedCash } from './clerks-cash.ts';
import { denominationTable, readDenominations } from './denominations.repo.ts';

/** The look-up of notes and coins. */
export const DENOMINATIONS = { ...denominations, table: denominationTable, audit };

type Made = { by: Caller; now: Date };

/** The sum of a count, with its pieces. Refused at the count where one is not in use. */
const readCount = async (tx: Tx, counts: CashUpInput['counts']): Promise<{ counted: string; pieces: Piece[] }> => {
  const known = await readDenominations(tx);
  const pieces = counts.filter(({ pieces: count }) => count > 0);
  const valued = pieces.map(({ denomination, pieces: count }) => {
    const found = known.get(denomination);
    if (!found)
      throw refusalAt('refused', 'counts', 'A denomination is not in the list any more. Please load the page again.');
    if (!found.is_active) {
      const words = denominationWords(found);
      throw refusalAt('refused', 'counts', `The ${words} is not in use any more. Please leave it empty.`);
    }
    return { value: found.value, pieces: count };
  });
  return { counted: fromPesewas(countedPesewas(valued)), pieces };
};

const refuseDay = async (tx: Tx, day: string, { by, now }: Made): Promise<void> => {
  const refuse = (why: string) => refusalAt('refused', 'day', why);
  if (day > today(now)) throw refuse('The day is in the future.');
  const first = addDays(today(now), 1 - CASH_UP_DAYS);
  if (day < first) throw refuse(`Please choose a day from ${formatDay(first)} on.`);
  await refuseClosedDay(tx, day);
  const last = await lastCashUp(tx, by.accountId);
  if (last?.day === day)
    throw new Refusal('conflict', `You have handed in your cash of ${formatDay(day)} already: ${last.number}.`);
  if (last && day < last.day) {
    throw refuse(`${last.number} of ${formatDay(last.day)} has your cash until then. Please choose a later day.`);
  }
};

const saysOf = (number: string, sums: { expected: string; counted: string }): string => {
  const difference = cashDifference(sums);
  if (difference === 0n) return `${number} is closed: your count is what the books have.`;
  return `${number} is handed in, with GHS ${fromPesewas(difference < 0n ? -difference : difference)} ${difference < 0n ? 'short' : 'over'}.`;
};

/**
 * Hands in the caller's own cash of a day. It is closed at once where the count is what the books
 * have; a difference waits for another person. Refused with 409 `conflict` where the day was handed
 * in, with 422 `refused` for another day than one of the last month, or of a closed one.
 */
export const handInCash = async (
  tx: Tx,
  { body: { day, counts }, by, now }: Made & { body: CashUpInput },
  { staff }: Approvers,
): Promise<{ message: string; id: string }> => {
  const { counted, pieces } = await readCount(tx, counts);
  // Nothing is posted until it is handed in, and the same clerk waits here with a second one.
  const head = await holdBooks(tx);
  await refuseDay(tx, day, { by, now });
  const { pesewas, before } = await expectedCash(tx, { clerkId: by.accountId, day, upTo: head.number });
  const sums = { expected: fromPesewas(pesewas), counted };
  const isEven = cashDifference(sums) === 0n;
  const number = await nextBookNumber(tx, 'C', Number(day.slice(0, 4)));
  const count = { ...sums, attempt: 1, head_entry: head.number, handed_in_at: now };
  const id = await insertCashUp(tx, {
    ...{ ...count, number, clerk_id: by.accountId, day, since: before ? null : day },
    status: isEven ? 'closed' : 'asked',
  });
  await insertCount(tx, { ...count, cash_up_id: id, head_hash: head.hash, reason: null }, pieces);
  const subject = { kind: CASH_UP_NOUN, id, name: number };
  await audit(tx, by, { action: 'books.hand_in_cash', subject, after: { day, ...sums } }, now);
  const message = saysOf(number, sums);
  if (isEven) return { message, id };
  return { message: `${message} ${await askAgreement(tx, { id, number, day, ...sums }, { by, now }, staff)}`, id };
};

/**
 * Counts the caller's cash again after another person did not agree. It expects what the books have
 * by now, unless a later cash-up has the cash since. Another person approves it in any case, since
 * the clerk knows what is expected.
 */
export const countCashAgain = async (
  tx: Tx,
  { id, body, by, now }: Made & { id: string; body: Pick<CashUpInput, 'counts'> },
  { staff }: Approvers,
): Promise<string> => {
  const cashUp = existing(await lockCashUp(tx, id), CASH_UP_NOUN);
  const { number, day, clerk_id, status, status_reason } = cashUp;
  if (clerk_id !== by.accountId) throw noSuch(CASH_UP_NOUN);
  if (status !== 'refused') throw new Refusal('conflict', `${number} is not to be counted again.`);
  const { counted, pieces } = await readCount(tx, body.counts);
  const head = await holdBooks(tx);
  const last = await lastCashUp(tx, clerk_id);
  const head_entry = last?.id === id ? head.number : cashUp.head_entry;
  const { pesewas } = await expectedCash(tx, { clerkId: clerk_id, day, upTo: head_entry });
  const attempt = cashUp.attempt + 1;
  const sums = { expected: fromPesewas(pesewas), counted };
  // The print has the last entry of the moment, whatever entry the expected cash ends with.
  const moment = { handed_in_at: now, head_entry: head.number, head_hash: head.hash };
  const reason = status_reason ?? 'Counted again';
  await insertCount(tx, { ...sums, ...moment, attempt, cash_up_id: id, reason }, pieces);
  await stepCashUp(tx, 'count', { id, by, with: { ...sums, attempt, head_entry }, now });
  return askAgreement(tx, { id, number, day, ...sums }, { by, now }, staff);
};
