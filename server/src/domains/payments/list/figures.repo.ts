import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { totalParts } from '#db/totals/read-totals.ts';
import { measureOf } from '../payments.repo.ts';

export type PaymentFigures = { claims_waiting: number; claims_waiting_amount: string; cleared: string };

type Row = { claims_waiting: string; claims_waiting_amount: string; cleared: string };

/** Claims not decided yet, and what was cleared of those with a transaction date in the month (`2026-11`). */
export const paymentFigures = async (db: Db, month: string): Promise<PaymentFigures> => {
  const { rows } = await sql<Row>`
    SELECT waiting.count AS claims_waiting, waiting.amount AS claims_waiting_amount, cleared.amount AS cleared
    FROM (
      SELECT coalesce(sum(count), 0)::text AS count, coalesce(sum(amount), 0)::numeric(20, 2)::text AS amount
      FROM (${totalParts({ measures: [measureOf('submitted')] }, 'all')}) AS parts
    ) AS waiting
    CROSS JOIN (
      SELECT coalesce(sum(amount), 0)::numeric(20, 2)::text AS amount
      FROM (${totalParts({ measures: [measureOf('cleared')] }, 'month')}) AS parts WHERE period = ${month}
    ) AS cleared`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('No figures of payments');
  return { ...row, claims_waiting: Number(row.claims_waiting) };
};
