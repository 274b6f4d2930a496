import {
  findTransactionId,
  MISSING_CAR_NUMBER,
  MISSING_DRIVER_CODE,
  MISSING_PAYMENT_MONTH,
  MISSING_PAYMENT_TYPE,
  MISSING_PAYMENT_YEAR,
  PaymentSubmission,
} from '@banbo/contract';
import {
  needsMonth,
  networkOf,
  type PaymentName,
  type PaymentValues,
  type TypeRules,
  toSubmission,
} from './payment-values.ts';

const MISSING: Partial<Record<PaymentName, string>> = {
  car_number: MISSING_CAR_NUMBER,
  driver_code: MISSING_DRIVER_CODE,
  payment_type: MISSING_PAYMENT_TYPE,
  payment_year: MISSING_PAYMENT_YEAR,
  payment_month: MISSING_PAYMENT_MONTH,
  amount: 'Please enter the amount.',
};

/** The fields that are checked, in the order of the form. */
const checkedNames = (values: PaymentValues, types: TypeRules): PaymentName[] => [
  'car_number',
  'driver_code',
  'payment_type',
  ...(needsMonth(values, types) ? (['payment_year', 'payment_month'] as const) : []),
  'amount',
  'transaction_id',
];

/** The problem of a field in the contract's words, or null. */
export const checkPaymentField = (name: PaymentName, values: PaymentValues): string | null => {
  const missing = MISSING[name];
  if (values[name].trim() === '' && missing) return missing;
  if (name === 'transaction_id') return findTransactionId(values.transaction_id, networkOf(values)).problem;
  // Types only decide whether the month is sent, which its own check has to see.
  const sent = toSubmission(values, [{ type_code: values.payment_type, period: 'monthly', required_type: null }]);
  const result = PaymentSubmission.shape[name].safeParse(sent[name]);
  return result.success ? null : (result.error.issues[0]?.message ?? 'Not valid.');
};

/** The problems that keep the form from being sent, by field and in the order of the form. */
export const paymentErrors = (values: PaymentValues, types: TypeRules): Partial<Record<PaymentName, string>> =>
  Object.fromEntries(
    checkedNames(values, types)
      .map((name) => [name, checkPaymentField(name, values)] as const)
      .filter(([, message]) => message !== null),
  );
