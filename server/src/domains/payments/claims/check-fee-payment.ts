import type { Db } from '#db/database.ts';
import { checkFee, driversPaymentType } from './fee-rules.ts';
import { findPayer } from './find-payer.ts';

type Question = { car_number: string; driver_code: string; payment_type: string };

/** Refuses, as submitting would, a payment that the driver may not make now; of a monthly type, whatever its month. */
export const checkFeePayment = async (db: Db, question: Question): Promise<void> => {
  const type = await driversPaymentType(db, question.payment_type);
  const driver = await findPayer(db, question);
  await checkFee(db, driver.id, { type_code: type.type_code, payment_year: null, payment_month: null }, type);
};
