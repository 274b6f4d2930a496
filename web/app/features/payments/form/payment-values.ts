import {
  checkFeePayment,
  findTransactionId,
  MISSING_CAR_NUMBER,
  MISSING_DRIVER_CODE,
  MISSING_PAYMENT_MONTH,
  MISSING_PAYMENT_TYPE,
  MISSING_PAYMENT_YEAR,
  NETWORKS,
  type Network,
  PaymentSubmission,
  parseMoney,
  SUBSCRIPTION,
  TRANSACTION_ID_LENGTH,
} from '@banbo/contract';

/** The payment form's state: values as entered, or as the server filled them in. */
export const EMPTY_PAYMENT = {
  car_number: '',
  driver_code: '',
  fullname: '',
  mobile_number: '',
  payment_type: '',
  payment_year: '',
  payment_month: '',
  amount: '',
  transaction_id: '',
  network: '',
};

export type PaymentValues = typeof EMPTY_PAYMENT;
export type PaymentName = keyof PaymentValues;

export const LABELS: Record<PaymentName, string> = {
  car_number: 'Car Number',
  driver_code: 'Driver Code',
  fullname: 'Full Name',
  mobile_number: 'Mobile Number',
  payment_type: 'Payment Type',
  payment_year: 'Payment Year',
  payment_month: 'Payment Month',
  amount: 'Amount',
  transaction_id: 'Transaction ID',
  network: 'Network',
};

const MISSING: Partial<Record<PaymentName, string>> = {
  car_number: MISSING_CAR_NUMBER,
  driver_code: MISSING_DRIVER_CODE,
  payment_type: MISSING_PAYMENT_TYPE,
  payment_year: MISSING_PAYMENT_YEAR,
  payment_month: MISSING_PAYMENT_MONTH,
  amount: 'Please enter the amount.',
};

/** Only a subscription is for a month of a year. */
export const needsMonth = ({ payment_type }: PaymentValues): boolean => payment_type === SUBSCRIPTION;

/** The fields that are checked, in the order of the form. */
const checkedNames = (values: PaymentValues): PaymentName[] => [
  'car_number',
  'driver_code',
  'payment_type',
  ...(needsMonth(values) ? (['payment_year', 'payment_month'] as const) : []),
  'amount',
  'transaction_id',
];

/** True when the form holds more than it was opened with. The amount does not count: it comes with the choice. */
export const isTyped = (values: PaymentValues, prefill: Partial<PaymentValues>): boolean =>
  Object.entries(values).some(([name, value]) => name !== 'amount' && value && value !== prefill[name as PaymentName]);

const networkOf = ({ network }: Partial<PaymentValues>): Network | undefined => NETWORKS.find((one) => one === network);

/** An ID or its beginning. Telecel's are filled up with zeros, which do not count. */
const FITS = new RegExp(`^(?:0000[A-Z0-9]{0,12}|[A-Z0-9]{0,${TRANSACTION_ID_LENGTH}})$`, 'i');

/**
 * The transaction ID as the field shows it once `before` became `given`: the ID of a pasted message, and of one that is typed
 * no character too many. Whatever else was pasted stays whole, to be refused: a part of a longer number is another number,
 * and may be somebody else's ID.
 */
export const shownTransactionId = (given: string, before: string, network?: string): string => {
  const { id } = findTransactionId(given, networkOf({ network: network ?? '' }));
  if (id !== null) return id;
  const isAlone = /^(?:[A-Za-z0-9]*|[\d\s]*)$/.test(given.trim());
  const bare = given.replace(/\s/g, '');
  if (!isAlone || FITS.test(bare)) return isAlone ? bare : given;
  const isTyped = given.length === before.length + 1 && FITS.test(before);
  return isTyped ? before : given;
};

/** The request: codes, car number, full name, month and transaction ID in uppercase, the amount with two decimals. */
export const toSubmission = (values: PaymentValues): PaymentSubmission => {
  const upper = (name: PaymentName) => values[name].trim().toUpperCase();
  const network = networkOf(values);
  return {
    car_number: upper('car_number'),
    driver_code: upper('driver_code'),
    ...(values.fullname && { fullname: upper('fullname') }),
    ...(values.mobile_number && { mobile_number: values.mobile_number }),
    payment_type: values.payment_type,
    ...(needsMonth(values) && { payment_year: Number(values.payment_year), payment_month: upper('payment_month') }),
    amount: parseMoney(values.amount) ?? values.amount,
    transaction_id: findTransactionId(values.transaction_id, network).id ?? upper('transaction_id'),
    ...(network && { network }),
  };
};

/** The question of the eligibility check for SS and DP. */
export const toFeeQuestion = (values: PaymentValues) => {
  const { driver_code, car_number, payment_type } = toSubmission(values);
  return checkFeePayment.schema.body.parse({ driver_code, car_number, payment_type });
};

/** A field's error in the form's or the contract's words, or null. */
export const checkPaymentField = (name: PaymentName, values: PaymentValues): string | null => {
  const missing = MISSING[name];
  if (values[name].trim() === '' && missing) return missing;
  if (name === 'transaction_id') return findTransactionId(values.transaction_id, networkOf(values)).problem;
  const sent = toSubmission({ ...values });
  const result = PaymentSubmission.shape[name].safeParse(sent[name]);
  return result.success ? null : (result.error.issues[0]?.message ?? 'Not valid.');
};

/** Everything that keeps the form from being sent, in the order of its fields. */
export const checkPayment = (values: PaymentValues): { name: PaymentName; message: string }[] =>
  checkedNames(values).flatMap((name) => {
    const message = checkPaymentField(name, values);
    return message === null ? [] : [{ name, message }];
  });
