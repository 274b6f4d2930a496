import type { PaymentStatus } from '@banbo/contract';
import { type Insertable, sql } from 'kysely';
import type { Db, Tables, Tx } from '#db/database.ts';
import { violatedUnique } from '#db/violated-constraint.ts';
import type { NewPayment } from '../payments.repo.ts';

/** The state of a payment that is there, which is locked to the transaction's end. */
export const lockClaim = async (tx: Tx, id: string): Promise<PaymentStatus> =>
  (await tx.selectFrom('payments').select('status').where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow())
    .status;

/**
 * Sets what a claim is for and by which ID its money is known; money that was found for it before is no longer its own. False
 * when another payment has the ID, and the transaction is then of no further use.
 */
export const updateClaim = async (
  tx: Tx,
  id: string,
  { payment_year, payment_month, amount_due, transaction_id }: NewPayment,
): Promise<boolean> => {
  try {
    const values = { payment_year, payment_month, amount_due, transaction_id, has_transfer: false };
    await tx.updateTable('payments').set(values).where('id', '=', id).execute();
    return true;
  } catch (error) {
    if (violatedUnique(error) === 'payments_transaction_id') return false;
    throw error;
  }
};

/** The drivers of the `limit` oldest claims of `day` or before that still wait, each once. */
const driversOfOldClaims = async (tx: Tx, day: string, limit: number): Promise<string[]> => {
  const rows = await tx
    .selectFrom('payments')
    .select('driver_id')
    .where('status', '=', 'submitted')
    .where('waiting_since', '<=', day)
    .where('has_transfer', '=', false)
    .orderBy('waiting_since')
    .orderBy('id')
    .limit(limit)
    .execute();
  return [...new Set(rows.map((row) => row.driver_id))];
};

/** The ids of all the old claims of the drivers of the `limit` oldest: whole drivers, so that each hears of theirs at once. */
export const idsOfOldClaims = async (tx: Tx, { day, limit }: { day: string; limit: number }): Promise<string[]> => {
  const drivers = await driversOfOldClaims(tx, day, limit);
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM payments
    WHERE driver_id = ANY(${drivers}::bigint[]) AND waiting_since <= ${day} AND status = 'submitted'
      AND NOT has_transfer`.execute(tx);
  return rows.map(({ id }) => id);
};

type NewAttempt = Insertable<Tables['payment_attempts']>;

/** Different attempts kept of one address on one day, so that nobody can fill the disk with them. */
const MAX_KEPT_A_DAY = 20;

/**
 * Keeps an attempt, or adds to the count of the same one earlier that day. Drops it once the address has reached its bound. A
 * claimant on whom somebody has decided opens no case by sending the ID again.
 */
export const keepAttempt = (db: Db, attempt: NewAttempt): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const place = `${attempt.address} ${attempt.attempted_on}`;
    // One at a time for an address and day, so that the count below holds.
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${place}, 0))`.execute(tx);
    const again = await tx
      .updateTable('payment_attempts')
      .set((eb) => ({ times: eb('times', '+', 1), last_at: attempt.last_at }))
      .where('address', '=', attempt.address)
      .where('attempted_on', '=', attempt.attempted_on)
      .where('transaction_id', '=', attempt.transaction_id)
      .where('driver_id', '=', attempt.driver_id)
      .executeTakeFirst();
    if (again.numUpdatedRows > 0n) return;
    const kept = await tx
      .selectFrom('payment_attempts')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('address', '=', attempt.address)
      .where('attempted_on', '=', attempt.attempted_on)
      .executeTakeFirstOrThrow();
    if (Number(kept.count) >= MAX_KEPT_A_DAY) return;
    const settled_at = sql<Date | null>`(
      SELECT max(settled_at) FROM payment_attempts
      WHERE transaction_key(transaction_id) = transaction_key(${attempt.transaction_id}) AND driver_id = ${attempt.driver_id})`;
    await tx
      .insertInto('payment_attempts')
      .values({ ...attempt, settled_at })
      .execute();
  });
