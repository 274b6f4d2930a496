import { type PaymentSubmission, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { keepAttempt } from './attempts.repo.ts';
import { findPayer } from './find-payer.ts';
import { feeOf, transactionIdOf } from './submit-payment.ts';

/**
 * Keeps a claim that was refused because its transaction ID was taken, for staff to judge who really paid. Runs after
 * the refusal, outside its transaction, which is rolled back.
 */
export const keepClaimOfTakenId = async (
  db: Db,
  submission: PaymentSubmission,
  address: string,
  now: Date,
): Promise<void> => {
  const driver = await findPayer(db, submission);
  await keepAttempt(db, {
    ...feeOf(submission),
    driver_id: driver.id,
    amount: submission.amount,
    transaction_id: transactionIdOf(submission),
    address,
    attempted_on: today(now),
    first_at: now,
    last_at: now,
  });
};
