import { addMonths, formatDay, formatMonth, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { openBooks } from '#domains/ledger';
import { refusalAt } from '#lib/refusal.ts';

/** The years of the books, the newest first: from the oldest entry to this year, none without. */
export const yearsOfBooks = async (db: Db, now: Date): Promise<number[]> => {
  const { oldest } = await openBooks(db);
  const last = Number(today(now).slice(0, 4));
  const first = oldest === null ? last + 1 : Number(oldest.slice(0, 4));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => last - n);
};

/** Months back within which one person enters a paper. */
const MONTHS_BACK = 12;

/**
 * Why a paper of a day needs another person, in a sentence, or null. The books' first
 * day decides which months are there to be closed.
 */
export const whyOldDayWaits = async (db: Db, day: string, now: Date): Promise<string | null> => {
  const { oldest } = await openBooks(db);
  if (oldest !== null && day < `${oldest}-01`) return `The books begin in ${formatMonth(oldest)}.`;
  const isOld = day < `${addMonths(today(now), -MONTHS_BACK)}-01`;
  return isOld ? `${formatDay(day)} is more than ${MONTHS_BACK} months back.` : null;
};

/** Refuses a day in a closed month: a paper has its own day, and never lands on a later one. */
export const refuseClosedDay = async (db: Db, day: string): Promise<void> => {
  const { open_from } = await openBooks(db);
  if (day >= open_from) return;
  throw refusalAt(
    'refused',
    'day',
    `${formatMonth(day)} is closed. Please choose a day from ${formatDay(open_from)} on.`,
  );
};
