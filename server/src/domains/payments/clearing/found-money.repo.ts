import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';

/** A claim that awaits its money, with its transaction ID as IDs are compared: without zeros before digits. */
type AwaitingClaim = { id: string; key: string; driver_id: string; amount: string };

/**
 * Notes that money with their transaction IDs was received, of claims that wait, and gives them, locked, in the order of ids.
 * Claims that another transaction holds, or of which it is known already, are left out.
 */
export const noteMoneyFound = async (tx: Tx, keys: readonly string[]): Promise<AwaitingClaim[]> => {
  const { rows } = await sql<AwaitingClaim>`
    WITH claims AS (
      SELECT id FROM payments
      WHERE transaction_key(transaction_id) = ANY(${keys}) AND part = 1 AND status = 'submitted' AND NOT has_transfer
      ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE payments SET has_transfer = true FROM claims WHERE payments.id = claims.id
    RETURNING payments.id::text, transaction_key(transaction_id) AS key, driver_id::text, amount::text`.execute(tx);
  return rows.toSorted((one, other) => Number(one.id) - Number(other.id));
};

/** Those of these transaction keys that have a claim which waits and for which no money is known. */
export const keysAwaitingMoney = async (db: Db, keys: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ key: string }>`
    SELECT transaction_key(transaction_id) AS key FROM payments
    WHERE transaction_key(transaction_id) = ANY(${keys}) AND part = 1 AND status = 'submitted' AND NOT has_transfer`.execute(
    db,
  );
  return new Set(rows.map(({ key }) => key));
};
