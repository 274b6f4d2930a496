import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';

/** Somebody who sent a transaction ID that another driver had claimed, as often as they did. */
export type Attempt = {
  id: string;
  transaction_id: string;
  /** Its transaction ID as IDs are compared. */
  key: string;
  driver_id: string;
  type_code: string;
  payment_year: number | null;
  payment_month: number | null;
  amount: string;
  times: number;
  first_at: Date;
  last_at: Date;
  /** Somebody decided between this driver and the one whose payment has the ID. */
  is_settled: boolean;
};

const MOST = 20;

/** Others than the driver who sent the transaction ID, each once, the first first. */
export const attemptsBeside = async (
  db: Db,
  { transactionId, driverId }: { transactionId: string; driverId: string },
): Promise<Attempt[]> =>
  (
    await sql<Attempt>`
      SELECT (array_agg(id ORDER BY first_at, id))[1]::text AS id, min(transaction_id) AS transaction_id,
        min(transaction_key(transaction_id)) AS key, driver_id::text,
        type_code, payment_year, payment_month, amount::text, sum(times)::integer AS times, min(first_at) AS first_at,
        max(last_at) AS last_at, bool_and(settled_at IS NOT NULL) AS is_settled
      FROM payment_attempts
      WHERE transaction_key(transaction_id) = transaction_key(${transactionId}) AND driver_id <> ${driverId}
      GROUP BY driver_id, type_code, payment_year, payment_month, amount
      ORDER BY min(first_at), driver_id LIMIT ${sql.lit(MOST)}`.execute(db)
  ).rows;

export const attemptOfId = async (db: Db, id: string): Promise<Attempt | null> =>
  (
    await sql<Attempt>`
      SELECT id::text, transaction_id, transaction_key(transaction_id) AS key, driver_id::text, type_code, payment_year, payment_month, amount::text, times,
        first_at, last_at, settled_at IS NOT NULL AS is_settled
      FROM payment_attempts WHERE id = ${id}`.execute(db)
  ).rows[0] ?? null;

/** Those of these claims whose transaction ID another driver sent too. */
export const disputedAmong = async (tx: Tx, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    SELECT id::text FROM payments WHERE id = ANY(${ids}::bigint[]) AND EXISTS (
      SELECT FROM payment_attempts AS attempt
      WHERE transaction_key(attempt.transaction_id) = transaction_key(payments.transaction_id)
        AND attempt.driver_id <> payments.driver_id
    )`.execute(tx);
  return new Set(rows.map(({ id }) => id));
};

/**
 * Notes that a person decided between the driver of a payment and all others who sent its transaction ID so far; gives how many
 * attempts were open. One that comes later opens a case.
 */
export const settleAttempts = async (
  tx: Tx,
  { transactionId, driverId, now }: { transactionId: string; driverId: string; now: Date },
): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    UPDATE payment_attempts SET settled_at = ${now}
    WHERE transaction_key(transaction_id) = transaction_key(${transactionId}) AND driver_id <> ${driverId}
      AND settled_at IS NULL`.execute(tx);
  return Number(numAffectedRows);
};

/** Opens the question again who paid with these transaction IDs, since the payment that had them is reversed. */
export const reopenAttempts = async (tx: Tx, transactionIds: readonly string[]): Promise<void> => {
  await sql`
    UPDATE payment_attempts SET settled_at = NULL
    WHERE transaction_key(transaction_id) = ANY(
      ARRAY(SELECT transaction_key(id) FROM unnest(${transactionIds}::text[]) AS ids (id))
    ) AND settled_at IS NOT NULL`.execute(tx);
};
