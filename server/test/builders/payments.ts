import type { PaymentStatus, PaymentSubmission } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { movePayment, submitPayment } from '#domains/payments';

/** The states that a payment passes through to reach each state. */
const WAY: Record<PaymentStatus, readonly ('cleared' | 'rejected' | 'reversed')[]> = {
  submitted: [],
  cleared: ['cleared'],
  rejected: ['rejected'],
  reversed: ['cleared', 'reversed'],
};

/**
 * Submits a payment through the product, on the clock's day, and brings it to a state. Answers its id. `db` may be a
 * transaction.
 */
export const buildPayment = async (
  { db, clock }: { db: Db; clock: { now: Date } },
  submission: PaymentSubmission,
  status: PaymentStatus = 'submitted',
): Promise<string> => {
  const submit = (tx: Db) => submitPayment(tx, submission, clock.now);
  const { id } = await (db.isTransaction ? submit(db) : db.transaction().execute(submit));
  for (const next of WAY[status]) {
    if ((await movePayment(db, id, next)) !== true) throw new Error(`Payment ${id} cannot become ${next}`);
  }
  return id;
};
