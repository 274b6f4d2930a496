import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** Journals, expenses and cash-ups. A restore skips each of them, by the database's `counters`. */
export const BOOK_NUMBERS = ['J', 'E', 'C'] as const;
type BookNumber = (typeof BOOK_NUMBERS)[number];

/** `J2026-0001`. */
export const bookNumber = (kind: BookNumber, year: number, number: number | string): string =>
  `${kind}${year}-${String(number).padStart(4, '0')}`;

/** The next number of a kind of papers in a year. */
export const nextBookNumber = async (tx: Tx, kind: BookNumber, year: number): Promise<string> => {
  const { rows } = await sql<{ last: number }>`
    INSERT INTO book_numbers AS kept (kind, year, last) VALUES (${kind}, ${year}, 1)
    ON CONFLICT (kind, year) DO UPDATE SET last = kept.last + 1 RETURNING last`.execute(tx);
  return bookNumber(kind, year, rows[0]?.last ?? 0);
};
