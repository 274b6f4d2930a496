import { MONTH_CODES, priceIn, today } from '@banbo/contract';
import type { Counting } from '#db/counting.ts';
import type { Db } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { addPayment } from '../payments.repo.ts';
import { pricedBy } from './fee-price.ts';
import { checkFee, checkMonth, driversPaymentType, type Fee, typeCodeOf } from './fee-rules.ts';
import { payerOf } from './payer-of.ts';
import type { Claim } from './read-claim.ts';
import { readClaimFacts } from './read-claim-facts.ts';

const TAKEN = 'This transaction ID was already used for another payment. Please check it, or contact us.';

/** The fee a claim is for; its type code in uppercase, its month as a number. */
export const feeOf = ({ payment_type, payment_year, payment_month }: Claim): Fee => ({
  type_code: typeCodeOf(payment_type),
  payment_year: payment_year ?? null,
  payment_month: payment_month === undefined ? null : MONTH_CODES.indexOf(payment_month) + 1,
});

/** Counts of the claim, and what refuses it where not all of them had room. */
export type ClaimCounting = Counting & { check: (counted: number) => void };

/**
 * Stores a driver's claim to have paid, dated with its day in Accra, for staff to clear.
 * Refuses in a sentence what the rules refuse, `transaction_id_taken` among it. Needs a transaction of its own: a refusal
 * by the database leaves nothing else to do in it.
 */
export const submitPayment = async (
  tx: Db,
  claim: Claim,
  now: Date,
  counting: ClaimCounting | null = null,
): Promise<{ id: string }> => {
  const fee = feeOf(claim);
  const facts = await readClaimFacts(tx, { fee, carNumber: claim.car_number, now }, counting);
  counting?.check(facts.counted);
  const type = driversPaymentType(facts.type);
  checkMonth(fee, type);
  const driver = payerOf(facts.driver, claim.driver_code);
  checkFee(fee, type, facts.active);
  const day = today(now);
  const stored = await addPayment(tx, {
    ...fee,
    period: type.period,
    driver_id: driver.id,
    amount_due: priceIn(facts.prices, fee.type_code, pricedBy(fee, driver.plans, day).plan),
    amount: claim.amount,
    transaction_id: claim.transaction_id,
    transaction_date: day,
    waiting_since: day,
    created_at: now,
  });
  if (stored === 'transaction_id_taken') {
    throw new Refusal('transaction_id_taken', TAKEN, {
      issues: [{ path: 'body.transaction_id', message: TAKEN }],
    });
  }
  return stored;
};
