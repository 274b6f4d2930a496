import type { PaymentSubmission } from '@banbo/contract';

export type Payer = { car_number: string; driver_code: string };

let lastTransaction = 68_576_000_000;

/** A transaction ID that no payment built in this process has had, like MTN's: 11 digits. */
export const nextTransactionId = (): string => {
  lastTransaction += 1;
  return String(lastTransaction);
};

/** A payment as the form sends it: the registration fee unless told otherwise. */
export const submissionOf = (
  { car_number, driver_code }: Payer,
  given: Partial<PaymentSubmission> = {},
): PaymentSubmission => ({
  car_number,
  driver_code,
  payment_type: 'RF',
  amount: '200.00',
  transaction_id: nextTransactionId(),
  ...given,
});

/** The subscription of a month. */
export const subscriptionOf = (
  payer: Payer,
  payment_year: number,
  payment_month: string,
  given: Partial<PaymentSubmission> = {},
): PaymentSubmission =>
  submissionOf(payer, { payment_type: 'SS', payment_year, payment_month, amount: '300.00', ...given });
