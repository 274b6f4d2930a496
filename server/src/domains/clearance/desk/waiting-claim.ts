import { feeName, formatMoney, monthCode, type WaitingClaim } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { findDriver } from '#domains/drivers';
import type { HoldingPayment } from '#domains/payments';
import { paymentTypes } from '#domains/prices';

/** A payment with its driver, as whoever receives its money sees it. */
export const presentClaim = async (db: Db, payment: HoldingPayment): Promise<WaitingClaim> => {
  const driver = await findDriver(db, payment.driver_id);
  if (!driver) throw new Error(`Payment ${payment.id} has no driver`);
  return {
    payment_id: payment.id,
    mobile_number: driver.mobile_number,
    amount: payment.amount,
    car_number: driver.car_number,
    driver_code: driver.driver_code,
    fullname: `${driver.first_name} ${driver.last_name}`,
    payment_type: payment.type_code,
    payment_year: payment.payment_year,
    payment_month: monthCode(payment.payment_month),
    transaction_date: payment.transaction_date,
  };
};

/** A claim in a sentence: `AMA MENSAH (GR 1234-20): REGISTRATION FEE, GHS 200.00`. */
export const claimInWords = async (db: Db, claim: WaitingClaim): Promise<string> => {
  const type = (await paymentTypes(db)).find(({ type_code }) => type_code === claim.payment_type);
  const fee = feeName({ ...claim, description: type?.description ?? claim.payment_type });
  return `${claim.fullname} (${claim.car_number}): ${fee}, ${formatMoney(claim.amount)}`;
};
