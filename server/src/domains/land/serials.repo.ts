import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** The kinds of numbers. A restore skips each of them, by the database's `counters`. */
export const LAND_SERIALS = ['tenant', 'application', 'share_payout', 'AN', 'TC', 'SL'] as const;
export type LandSerial = (typeof LAND_SERIALS)[number];

/** The last of `count` further numbers of a kind in a year, 0 for numbers that run on. */
export const nextLandSerials = async (tx: Tx, kind: LandSerial, year: number, count = 1): Promise<number> => {
  const { rows } = await sql<{ last: number }>`
    INSERT INTO land_serials AS kept (kind, year, last) VALUES (${kind}, ${year}, ${count})
    ON CONFLICT (kind, year) DO UPDATE SET last = kept.last + ${count} RETURNING last`.execute(tx);
  return rows[0]?.last ?? 0;
};
