import type { PaymentStatus } from '@banbo/contract';
import type { Insertable } from 'kysely';
import type { Db } from '#db/database.ts';
import type { PaymentTables } from '#db/tables/payments.ts';
import { violatedUnique } from '#db/violated-constraint.ts';

/** Payments that hold their transaction ID; a rejected or reversed one frees it. Only a cleared one is checked money. */
export const ACTIVE_STATUSES = ['submitted', 'cleared'] as const satisfies readonly PaymentStatus[];

/** The measure under which the totals count payments of a state, by type and by their transaction date. */
export const measureOf = (status: PaymentStatus): `payments:${PaymentStatus}` => `payments:${status}`;

export type NewPayment = Insertable<PaymentTables['payments']>;
export type PaidFee = {
  type_code: string;
  payment_year: number | null;
  payment_month: number | null;
  status: PaymentStatus;
};

/**
 * Stores a payment and gives its id. When an active payment already has its transaction ID, says so; the transaction is
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
