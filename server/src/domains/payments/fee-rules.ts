import {
  DEVICE_PAYMENT,
  MISSING_PAYMENT_MONTH,
  MISSING_PAYMENT_TYPE,
  MISSING_PAYMENT_YEAR,
  MONTHS,
  type PaymentType,
  REGISTRATION_FEE,
  SUBSCRIPTION,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { paymentTypeOf } from '#domains/lookups';
import { Refusal } from '#lib/refusal.ts';
import { standingFees } from './payments.repo.ts';

/** A fee: a type and, for a subscription, its month (1…12). */
export type Fee = { type_code: string; payment_year: number | null; payment_month: number | null };

const refuseField = (field: string, message: string, code: 'refused' | 'already_paid' = 'refused'): Refusal =>
  new Refusal(code, message, { issues: [{ path: `body.${field}`, message }] });

/** The payment type of a code in any case; refuses types that drivers do not pay. */
export const driversPaymentType = async (db: Db, typed: string): Promise<PaymentType> => {
  const type = await paymentTypeOf(db, typed.trim().toUpperCase());
  if (type?.side !== 'drivers') throw refuseField('payment_type', MISSING_PAYMENT_TYPE);
  return type;
};

/** Only a subscription is for a month of a year. */
export const checkMonth = ({ type_code, payment_year, payment_month }: Fee): void => {
  if (type_code === SUBSCRIPTION) {
    if (payment_year === null) throw refuseField('payment_year', MISSING_PAYMENT_YEAR);
    if (payment_month === null) throw refuseField('payment_month', MISSING_PAYMENT_MONTH);
  } else if (payment_year !== null || payment_month !== null) {
    const field = payment_year === null ? 'payment_month' : 'payment_year';
    throw refuseField(field, 'Only a subscription is paid for a year and month.');
  }
};

/** The sentence for a fee that is paid once and was. */
const alreadyPaid = ({ type_code, payment_year, payment_month }: Fee): Refusal => {
  const subject = {
    [REGISTRATION_FEE]: 'The registration fee',
    [DEVICE_PAYMENT]: 'The device',
    [SUBSCRIPTION]: `The subscription for ${MONTHS[(payment_month ?? 0) - 1]} ${payment_year}`,
  }[type_code];
  return refuseField('payment_type', `${subject} of this driver was already paid.`, 'already_paid');
};

const PAID_ONCE = [REGISTRATION_FEE, DEVICE_PAYMENT, SUBSCRIPTION];

/**
 * Refuses a fee that the driver may not pay now: RF and DP are paid once, SS once a month, and SS and DP only after RF
 * (docs/product/payments.md, rule 5). A waiting claim refuses no other: anybody who knows the plate can have sent it. A
 * subscription without its month is checked as far as possible.
 */
export const checkFee = async (db: Db, driverId: string, fee: Fee): Promise<void> => {
  if (!PAID_ONCE.includes(fee.type_code)) return;
  const standing = await standingFees(db, driverId, [REGISTRATION_FEE, fee.type_code]);
  const same = standing.some(
    (paid) =>
      paid.status === 'cleared' &&
      paid.type_code === fee.type_code &&
      paid.payment_year === fee.payment_year &&
      paid.payment_month === fee.payment_month,
  );
  if (same) throw alreadyPaid(fee);
  const registered = standing.some((paid) => paid.type_code === REGISTRATION_FEE);
  if (registered || fee.type_code === REGISTRATION_FEE) return;
  const wanted = fee.type_code === SUBSCRIPTION ? 'a subscription' : 'a device';
  throw refuseField('payment_type', `Please pay the registration fee before ${wanted}.`);
};
