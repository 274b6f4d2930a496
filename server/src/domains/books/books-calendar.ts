import { formatDay, formatMonth, today } from '@banbo/contract';
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
