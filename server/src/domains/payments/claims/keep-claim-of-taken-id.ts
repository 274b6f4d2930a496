import { today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { keepAttempt } from './attempts.repo.ts';
import { findPayer } from './find-payer.ts';
import type { Claim } from './read-claim.ts';
import { feeOf } from './submit-payment.ts';

/**
 * Keeps a claim that was refused because its transaction ID was taken, for staff to judge who really paid. Runs after
 * the refusal, outside its transaction, which is rolled back.
 */
export const keepClaimOfTakenId = async (db: Db, claim: Claim, address: string, now: Date): Promise<void> => {
  const driver = await findPayer(db, claim);
  await keepAttempt(db, {
    ...feeOf(claim),
    driver_id: driver.id,
    amount: claim.amount,
    transaction_id: claim.transaction_id,
    address,
    attempted_on: today(now),
    first_at: now,
    last_at: now,
  });
};
