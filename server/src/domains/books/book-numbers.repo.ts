import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** The next number of a kind of papers in a year: `J2026-0001`. */
export const nextBookNumber = async (tx: Tx, kind: string, year: number): Promise<string> => {
  const { rows } = await sql<{ last: number }>`
    INSERT INTO book_numbers AS kept (kind, year, last) VALUES (${kind}, ${year}, 1)
    ON CONFLICT (kind, year) DO UPDATE SET last = kept.last + 1 RETURNING last`.execute(tx);
  return `${kind}${year}-${String(rows[0]?.last).padStart(4, '0')}`;
};
