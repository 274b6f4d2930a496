import { type PaymentSubmission, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { keepAttempt } from './attempts.repo.ts';
import { payerOf } from './payer-of.ts';
import { readClaim } from './read-claim.ts';
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
  const fee = feeOf(submission);
  const facts = await readClaim(db, { fee, carNumber: submission.car_number, now }, null);
  const driver = payerOf(facts.driver, submission.driver_code);
  await keepAttempt(db, {
    ...fee,
    driver_id: driver.id,
    amount: submission.amount,
    transaction_id: transactionIdOf(submission),
    address,
    attempted_on: today(now),
    first_at: now,
    last_at: now,
  });
};
