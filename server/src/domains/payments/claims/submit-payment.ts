import { MONTH_CODES, today } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { priceOf } from '#domains/prices';
import { Refusal } from '#lib/refusal.ts';
import { addPayment } from '../payments.repo.ts';
import { pricedBy } from './fee-price.ts';
import { checkFee, checkMonth, driversPaymentType, type Fee } from './fee-rules.ts';
import { findPayer } from './find-payer.ts';
import type { Claim } from './read-claim.ts';

const TAKEN = 'This transaction ID was already used for another payment. Please check it, or contact us.';

/** The fee a claim is for; its type code in uppercase, its month as a number. */
export const feeOf = ({ payment_type, payment_year, payment_month }: Claim): Fee => ({
  type_code: payment_type.trim().toUpperCase(),
  payment_year: payment_year ?? null,
  payment_month: payment_month === undefined ? null : MONTH_CODES.indexOf(payment_month) + 1,
});

/**
 * Stores a driver's claim to have paid, dated with its day in Accra, for staff to clear.
 * Refuses in a sentence what the rules refuse, `transaction_id_taken` among it. Needs a transaction of its own: a refusal
 * by the database leaves nothing else to do in it.
 */
export const submitPayment = async (tx: Db, claim: Claim, now: Date): Promise<{ id: string }> => {
  const fee = feeOf(claim);
  const type = await driversPaymentType(tx, fee.type_code);
  checkMonth(fee, type);
  const driver = await findPayer(tx, claim);
  await checkFee(tx, driver.id, fee, type);
  const day = today(now);
  const stored = await addPayment(tx, {
    ...fee,
    period: type.period,
    driver_id: driver.id,
    amount_due: await priceOf(tx, pricedBy(fee, driver.plans, day)),
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
