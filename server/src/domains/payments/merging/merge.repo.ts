import type { PaymentStatus } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { Fee } from '../claims/fee-rules.ts';

/** How many payments of a state a driver has, and their sum with two decimals. */
export type StateSum = { status: PaymentStatus; count: number; amount: string };

export const sumsOfDriver = async (db: Db, driverId: string): Promise<StateSum[]> =>
  (
    await sql<StateSum>`
      SELECT status, count(*)::integer AS count, sum(amount)::text AS amount FROM payments
      WHERE driver_id = ${driverId} GROUP BY status`.execute(db)
  ).rows;

/** Fees of types that are paid once or once a month which a driver has paid, by a payment or from credit. */
const covered = (driverId: string) => sql`(
  SELECT type_code, payment_year, payment_month FROM payments
  WHERE driver_id = ${driverId} AND status = 'cleared' AND period <> 'any' AND NOT is_credit
  UNION SELECT type_code, payment_year, payment_month FROM credit_uses
  WHERE driver_id = ${driverId} AND status = 'used')`;

/** The fees that both drivers have paid. */
export const feesPaidByBoth = async (db: Db, one: string, other: string): Promise<Fee[]> =>
  (
    await sql<Fee>`
      ${covered(one)} INTERSECT ${covered(other)} ORDER BY type_code, payment_year, payment_month`.execute(db)
  ).rows;

const TABLES = ['payments', 'credit_uses'] as const;

/** Locks a driver's payments and uses of credit, in the order of these tables and of ids; gives how many there are. */
export const lockMoneyOf = async (tx: Tx, driverId: string): Promise<number> => {
  let count = 0;
  for (const table of TABLES) {
    const { rows } = await sql`
      SELECT FROM ${sql.table(table)} WHERE driver_id = ${driverId} ORDER BY id FOR NO KEY UPDATE`.execute(tx);
    count += rows.length;
  }
  return count;
};

/** How many payments and uses of credit a driver has. */
export const countMoneyOf = async (tx: Tx, driverId: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    SELECT ((SELECT count(*) FROM payments WHERE driver_id = ${driverId})
      + (SELECT count(*) FROM credit_uses WHERE driver_id = ${driverId}))::integer AS count`.execute(tx);
  return rows[0]?.count ?? 0;
};

type Move = { from: string; to: string };

/** Makes one driver's payments and uses of credit another's; they are locked. */
export const moveMoney = async (tx: Tx, { from, to }: Move): Promise<void> => {
  for (const table of TABLES) {
    await sql`UPDATE ${sql.table(table)} SET driver_id = ${to} WHERE driver_id = ${from}`.execute(tx);
  }
};

/** Makes one driver's attempts to claim taken transaction IDs another's; those that both made on a day become one. */
export const moveAttempts = async (tx: Tx, { from, to }: Move): Promise<void> => {
  await sql`
    WITH counted AS (
      UPDATE payment_attempts AS own SET times = own.times + twin.times, last_at = greatest(own.last_at, twin.last_at)
      FROM payment_attempts AS twin
      WHERE own.driver_id = ${to} AND twin.driver_id = ${from} AND own.address = twin.address
        AND own.attempted_on = twin.attempted_on AND own.transaction_id = twin.transaction_id
      RETURNING twin.id
    )
    DELETE FROM payment_attempts WHERE id IN (SELECT id FROM counted)`.execute(tx);
  await sql`UPDATE payment_attempts SET driver_id = ${to} WHERE driver_id = ${from}`.execute(tx);
};
