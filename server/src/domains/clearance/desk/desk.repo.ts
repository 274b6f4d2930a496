import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

/** The next number of cash received. A failed transaction uses its number up. */
export const nextCashNumber = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ number: string }>`SELECT nextval('cash_references') AS number`.execute(tx);
  return Number(rows[0]?.number);
};
