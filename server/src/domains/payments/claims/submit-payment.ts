import { monthNumber, priceIn, today } from '@banbo/contract';
import type { CheckedCounting } from '#db/counting.ts';
import type { Db } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { addPayment, type NewPayment } from '../payments.repo.ts';
import { pricedBy } from './fee-price.ts';
import { checkFee, checkMonth, driversPaymentType, type Fee, typeCodeOf } from './fee-rules.ts';
import { payerOf } from './payer-of.ts';
import type { Claim } from './read-claim.ts';
import { readClaimFacts } from './read-claim-facts.ts';

const TAKEN = 'This transaction ID was already used for another payment. Please check it, or contact us.';

const MERGED =
  'This registration was put together with another one at this moment. Please look up the car and try again.';

/** The fee a claim is for; its type code in uppercase, its month as a number. */
export const feeOf = ({ payment_type, payment_year, payment_month }: Claim): Fee => ({
  type_code: typeCodeOf(payment_type),
  payment_year: payment_year ?? null,
  payment_month: payment_month === undefined ? null : monthNumber(payment_month),
});

/**
 * The payment that a claim of now is stored as, for staff to clear: priced, and dated with its day in Accra. Refuses in a
 * sentence what the rules refuse. `counting` counts the call, and goes before the rules.
 */
export const judgeClaim = async (
  db: Db,
  claim: Claim,
  now: Date,
  counting: CheckedCounting | null = null,
): Promise<NewPayment & Fee> => {
  const fee = feeOf(claim);
  const facts = await readClaimFacts(db, { fee, carNumber: claim.car_number, now }, counting);
  counting?.check(facts.counted);
  const type = driversPaymentType(facts.type);
  checkMonth(fee, type);
  const driver = payerOf(facts.driver, claim.driver_code);
  checkFee(fee, type, facts);
  const day = today(now);
  return {
    ...fee,
    period: type.period,
    driver_id: driver.id,
    amount_due: priceIn(facts.prices, fee.type_code, pricedBy(fee, driver.plans, day).plan),
    amount: claim.amount,
    transaction_id: claim.transaction_id,
    transaction_date: day,
    waiting_since: day,
    created_at: now,
  };
};

/**
 * Stores a claim that was judged, by one statement, which counts `counting` too: both or nothing, but for counts before one
 * that is full. Refuses a transaction ID that is taken with `transaction_id_taken`; a transaction is then of no further use.
 */
export const storeClaim = async (
  db: Db,
  payment: NewPayment,
  counting: CheckedCounting | null = null,
): Promise<{ id: string }> => {
  const stored = await addPayment(db, payment, counting);
  if (stored === 'transaction_id_taken') {
    throw new Refusal('transaction_id_taken', TAKEN, {
      issues: [{ path: 'body.transaction_id', message: TAKEN }],
    });
  }
  if (stored === 'driver_merged') throw new Refusal('refused', MERGED);
  counting?.check(stored.counted);
  const { id } = stored;
  if (id === null) throw new Error('A claim was not stored');
  return { id };
};
