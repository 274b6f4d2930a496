import type { PaymentStatus } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
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
