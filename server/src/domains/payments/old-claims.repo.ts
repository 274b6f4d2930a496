import { type Selectable, sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import type { PaymentTables } from '#db/tables/payments.ts';

export type OldClaim = Pick<Selectable<PaymentTables['payments']>, 'id' | 'driver_id' | 'amount' | 'transaction_id'>;

/** The drivers of the `limit` oldest claims of `day` or before that still wait, each once. */
const driversOfOldClaims = async (tx: Tx, day: string, limit: number): Promise<string[]> => {
  const rows = await tx
    .selectFrom('payments')
    .select('driver_id')
    .where('status', '=', 'submitted')
    .where('waiting_since', '<=', day)
    .orderBy('waiting_since')
    .orderBy('id')
    .limit(limit)
    .execute();
  return [...new Set(rows.map((row) => row.driver_id))];
};

/**
 * Rejects all the old claims of the drivers of the `limit` oldest, and gives them. Whole drivers, so that each hears of
 * theirs in one text; without those that another transaction is deciding on.
 */
export const rejectOldClaims = async (
  tx: Tx,
  { day, reason, limit }: { day: string; reason: string; limit: number },
): Promise<OldClaim[]> => {
  const drivers = await driversOfOldClaims(tx, day, limit);
  const { rows } = await sql<OldClaim>`
    SELECT id, driver_id, amount, transaction_id FROM payments
    WHERE driver_id = ANY(${drivers}::bigint[]) AND waiting_since <= ${day} AND status = 'submitted'
    ORDER BY id FOR UPDATE SKIP LOCKED`.execute(tx);
  if (rows.length === 0) return [];
  await sql`
    UPDATE payments SET status = 'rejected', status_reason = ${reason}
    WHERE id = ANY(${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
  return rows;
};
