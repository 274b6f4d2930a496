import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** The last of `count` further numbers of a kind in a year, 0 for numbers that run on. */
export const nextLandSerials = async (tx: Tx, kind: string, year: number, count = 1): Promise<number> => {
  const { rows } = await sql<{ last: number }>`
    INSERT INTO land_serials AS kept (kind, year, last) VALUES (${kind}, ${year}, ${count})
    ON CONFLICT (kind, year) DO UPDATE SET last = kept.last + ${count} RETURNING last`.execute(tx);
  return rows[0]?.last ?? 0;
};
