import type { PaymentStatus } from '@banbo/contract';
import type { Insertable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { PaymentTables } from '#db/tables/payments.ts';
import { violatedUnique } from '#db/violated-constraint.ts';

/** Payments that hold their transaction ID; a rejected or reversed one frees it. Only a cleared one is checked money. */
export const STANDING = ['submitted', 'cleared'] as const satisfies readonly PaymentStatus[];

export type NewPayment = Insertable<PaymentTables['payments']>;
export type PaidFee = {
  type_code: string;
  payment_year: number | null;
  payment_month: number | null;
  status: PaymentStatus;
};

/** The driver's payments of these types that are neither rejected nor reversed. */
export const standingFees = (db: Db, driverId: string, typeCodes: readonly string[]): Promise<PaidFee[]> =>
  db
    .selectFrom('payments')
    .select(['type_code', 'payment_year', 'payment_month', 'status'])
    .where('driver_id', '=', driverId)
    .where('type_code', 'in', typeCodes)
    .where('status', 'in', STANDING)
    .execute();

/**
 * Stores a payment and gives its id. When a standing payment already has its transaction ID, says so; the transaction is
 * then of no further use.
 */
export const addPayment = async (db: Db, payment: NewPayment): Promise<{ id: string } | 'transaction_id_taken'> => {
  try {
    return await db.insertInto('payments').values(payment).returning('id').executeTakeFirstOrThrow();
  } catch (error) {
    if (violatedUnique(error) === 'payments_transaction_id') return 'transaction_id_taken';
    throw error;
  }
};

/** The states from which a payment may come to each other one. */
const COMES_FROM = { cleared: 'submitted', rejected: 'submitted', reversed: 'cleared' } as const;

/**
 * Moves a payment on in its life; false when it is not in the state before. Of several claims for what is paid once, one
 * can be cleared: for another one `already_paid` is the answer, and the transaction is of no further use.
 */
export const movePayment = async (
  db: Db,
  id: string,
  to: keyof typeof COMES_FROM,
): Promise<boolean | 'already_paid'> => {
  try {
    const { numUpdatedRows } = await db
      .updateTable('payments')
      .set({ status: to })
      .where('id', '=', id)
      .where('status', '=', COMES_FROM[to])
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  } catch (error) {
    if (violatedUnique(error) === 'payments_cleared_once') return 'already_paid';
    throw error;
  }
};
