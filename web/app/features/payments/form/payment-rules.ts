import {
  findTransactionId,
  MISSING_CAR_NUMBER,
  MISSING_DRIVER_CODE,
  MISSING_PAYMENT_MONTH,
  MISSING_PAYMENT_TYPE,
  MISSING_PAYMENT_YEAR,
  type Network,
  PaymentSubmission,
} from '@banbo/contract';
import {
  needsMonth,
  type PaymentName,
  type PaymentRules,
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
export const checkPaymentField = (
  name: PaymentName,
  values: PaymentValues,
  networks: readonly Network[],
): string | null => {
  const missing = MISSING[name];
  if (values[name].trim() === '' && missing) return missing;
  if (name === 'transaction_id') return findTransactionId(values.transaction_id, networks, values.network).problem;
  // Types only decide whether the month is sent, which its own check has to see.
  const types = [{ type_code: values.payment_type, period: 'monthly', required_type: null }] as const;
  const sent = toSubmission(values, { types, networks });
  const result = PaymentSubmission.shape[name].safeParse(sent[name]);
  return result.success ? null : (result.error.issues[0]?.message ?? 'Not valid.');
};

/** The problems that keep the form from being sent, by field and in the order of the form. */
export const paymentErrors = (
  values: PaymentValues,
  { types, networks }: PaymentRules,
): Partial<Record<PaymentName, string>> =>
  Object.fromEntries(
    checkedNames(values, types)
      .map((name) => [name, checkPaymentField(name, values, networks)] as const)
      .filter(([, message]) => message !== null),
  );
