import type { Db } from '#db/database.ts';
import { checkFee, driversPaymentType, typeCodeOf } from './fee-rules.ts';
import { payerOf } from './payer-of.ts';
import { readClaimFacts } from './read-claim-facts.ts';

type Question = { car_number: string; driver_code: string; payment_type: string };

/** Refuses, as submitting would, a payment that the driver may not make now; of a monthly type, whatever its month. */
export const checkFeePayment = async (db: Db, question: Question, now: Date): Promise<void> => {
  const fee = { type_code: typeCodeOf(question.payment_type), payment_year: null, payment_month: null };
  const facts = await readClaimFacts(db, { fee, carNumber: question.car_number, now }, null);
  const type = driversPaymentType(facts.type);
  payerOf(facts.driver, question.driver_code);
  checkFee(fee, type, facts);
};
