import { today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { keepAttempt } from './attempts.repo.ts';
import { payerOf } from './payer-of.ts';
import type { Claim } from './read-claim.ts';
import { readClaimFacts } from './read-claim-facts.ts';
import { feeOf } from './submit-payment.ts';

/**
 * Keeps a claim that was refused because its transaction ID was taken, for staff to judge who really paid. Runs after
 * the refusal, outside its transaction, which is rolled back.
 */
export const keepClaimOfTakenId = async (db: Db, claim: Claim, address: string, now: Date): Promise<void> => {
  const fee = feeOf(claim);
  const facts = await readClaimFacts(db, { fee, carNumber: claim.car_number, now }, null);
  const driver = payerOf(facts.driver, claim.driver_code);
  await keepAttempt(db, {
    ...fee,
    driver_id: driver.id,
    amount: claim.amount,
    transaction_id: claim.transaction_id,
    address,
    attempted_on: today(now),
    first_at: now,
    last_at: now,
  });
};
