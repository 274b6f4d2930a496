import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { COLUMNS, type ListedPayment, type Owners } from '../list/payment-columns.repo.ts';

export type PaymentDetailsRow = ListedPayment & {
  amount_due: string | null;
  claimed_amount: string | null;
  has_transfer: boolean;
  transfer_id: string | null;
  created_at: Date;
};

/** One payment with its driver, or null. */
export const findPayment = async (db: Db, id: string, owners: Owners): Promise<PaymentDetailsRow | null> => {
  const { rows } = await sql<PaymentDetailsRow>`
    SELECT ${sql.join(COLUMNS.map((column) => sql.ref(column)))}, amount_due, claimed_amount, has_transfer, transfer_id,
      created_at
    FROM payments JOIN (${owners}) AS owner ON owner.id = payments.driver_id WHERE payments.id = ${id}`.execute(db);
  return rows[0] ?? null;
};
