import type { PaidFee, ReceivedPayment } from '@banbo/contract';
import type { Tx } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import { receivePayment } from './receive-payment.ts';

type Given = Omit<ReceivedPayment, 'mode' | 'payments' | 'credit_to'> &
  Omit<PaidFee, 'amount'> & { mode?: ReceivedPayment['mode'] | undefined };

/** Receives one fee, with all of the money for it; by MoMo when no mode is given. Refused as `receivePayment` is. */
export const receiveFee = (tx: Tx, given: Given, made: Parameters<typeof receivePayment>[2]) => {
  const { mode = 'momo', car_number, driver_code, payment_type, payment_year, payment_month, ...transfer } = given;
  const fee = { car_number, driver_code, payment_type, payment_year, payment_month, amount: transfer.amount };
  return receivePayment(tx, { ...transfer, mode, payments: [fee] }, made).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    // The one row is the body itself.
    const issues = error.extra.issues?.map(({ path, message }) => ({ path: path.replace('payments.0.', ''), message }));
    throw new Refusal(error.code, error.message, issues ? { issues } : {}, { cause: error.cause });
  });
};
