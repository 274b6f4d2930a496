import type { PaymentStatus } from '@banbo/contract';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { ChangedPayment } from '../refused-changes.ts';

/** A payment that holds a transaction ID: it waits or is cleared. */
export type HoldingPayment = Pick<
  ChangedPayment,
  'id' | 'driver_id' | 'type_code' | 'payment_year' | 'payment_month' | 'amount' | 'transaction_id' | 'transaction_date'
> & {
  status: 'submitted' | 'cleared';
  /** 1…n of the payments that share the ID; a claim of the public form is 1. */
  part: number;
  /** The money that it was cleared with, null for none. */
  transfer_id: string | null;
};

/** The payments that hold a transaction ID, zeros before it left aside, in the order of their parts. */
export const paymentsOfTransaction = async (db: Db, transactionId: string): Promise<HoldingPayment[]> => {
  const { rows } = await sql<HoldingPayment>`
    SELECT id::text, driver_id::text, type_code, payment_year, payment_month, amount::text, transaction_id, transaction_date,
      status, part, transfer_id::text
    FROM payments
    WHERE transaction_key(transaction_id) = transaction_key(${transactionId}) AND status IN ('submitted', 'cleared')
    ORDER BY part`.execute(db);
  return rows;
};

/** The part that another payment gets beside those that hold its transaction ID: 1 where there are none. */
export const partAfter = (holding: readonly HoldingPayment[]): number => (holding.at(-1)?.part ?? 0) + 1;

/** True where a claim of a transaction ID was rejected. */
export const wasRejected = async (db: Db, transactionId: string): Promise<boolean> => {
  const { rows } = await sql`
    SELECT FROM payments
    WHERE transaction_key(transaction_id) = transaction_key(${transactionId}) AND status = 'rejected' LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
};

/** Those of these claims with whose transaction ID a claim of another driver, fee or amount was rejected. */
export const replacedAmong = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ id: string }>`
    SELECT claim.id::text FROM payments AS claim WHERE claim.id = ANY(${ids}::bigint[]) AND EXISTS (
      SELECT FROM payments AS rejected
      WHERE transaction_key(rejected.transaction_id) = transaction_key(claim.transaction_id) AND rejected.status = 'rejected'
        AND (rejected.driver_id, rejected.type_code, rejected.payment_year, rejected.payment_month, rejected.amount)
          IS DISTINCT FROM (claim.driver_id, claim.type_code, claim.payment_year, claim.payment_month, claim.amount)
    )`.execute(db);
  return new Set(rows.map(({ id }) => id));
};

/** The state of the payment with this record number; null where there is none. */
export const statusOfPayment = async (db: Db, id: string): Promise<PaymentStatus | null> =>
  (await db.selectFrom('payments').select('status').where('id', '=', id).executeTakeFirst())?.status ?? null;
