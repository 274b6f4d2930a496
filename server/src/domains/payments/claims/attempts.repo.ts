import { type Insertable, sql } from 'kysely';
import type { Db, Tables } from '#db/database.ts';

export type NewAttempt = Insertable<Tables['payment_attempts']>;

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
