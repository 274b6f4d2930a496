import {
  findTransactionId,
  MISSING_CAR_NUMBER,
  MISSING_DRIVER_CODE,
  MISSING_PAYMENT_MONTH,
  MISSING_PAYMENT_TYPE,
  MISSING_PAYMENT_YEAR,
  PaymentSubmission,
} from '@banbo/contract';
import { needsMonth, networkOf, type PaymentName, type PaymentValues, toSubmission } from './payment-values.ts';

const MISSING: Partial<Record<PaymentName, string>> = {
  car_number: MISSING_CAR_NUMBER,
  driver_code: MISSING_DRIVER_CODE,
  payment_type: MISSING_PAYMENT_TYPE,
  payment_year: MISSING_PAYMENT_YEAR,
  payment_month: MISSING_PAYMENT_MONTH,
  amount: 'Please enter the amount.',
};

/** The fields that are checked, in the order of the form. */
const checkedNames = (values: PaymentValues): PaymentName[] => [
  'car_number',
  'driver_code',
  'payment_type',
  ...(needsMonth(values) ? (['payment_year', 'payment_month'] as const) : []),
  'amount',
  'transaction_id',
];

/** What is wrong with a field, in the words of SPEC §5 and the contract, or null. */
export const checkPaymentField = (name: PaymentName, values: PaymentValues): string | null => {
  const missing = MISSING[name];
  if (values[name].trim() === '' && missing) return missing;
  if (name === 'transaction_id') return findTransactionId(values.transaction_id, networkOf(values)).problem;
  const sent = toSubmission({ ...values });
  const result = PaymentSubmission.shape[name].safeParse(sent[name]);
  return result.success ? null : (result.error.issues[0]?.message ?? 'Not valid.');
};

/** What keeps the form from being sent, by field and in the order of the form. */
export const paymentErrors = (values: PaymentValues): Partial<Record<PaymentName, string>> =>
  Object.fromEntries(
    checkedNames(values)
      .map((name) => [name, checkPaymentField(name, values)] as const)
      .filter(([, message]) => message !== null),
  );
