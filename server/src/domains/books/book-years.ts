import { today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { openBooks } from '#domains/ledger';

/** The years of the books, the newest first: from the oldest entry to this year, none without. */
export const yearsOfBooks = async (db: Db, now: Date): Promise<number[]> => {
  const { oldest } = await openBooks(db);
  const last = Number(today(now).slice(0, 4));
  const first = oldest === null ? last + 1 : Number(oldest.slice(0, 4));
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => last - n);
};
