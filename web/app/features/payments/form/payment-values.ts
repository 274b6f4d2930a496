import {
  findTransactionId,
  mayBecomeId,
  type Network,
  type PaymentSubmission,
  type PaymentType,
  parseMoney,
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

/** The payment types as the server lists them, as far as the form reads their rules; none until they have come. */
export type TypeRules = readonly Pick<PaymentType, 'type_code' | 'period' | 'required_type'>[];

/** The rules by which a payment is checked and sent: the types, and the networks as the company has set them. */
export type PaymentRules = { types: TypeRules; networks: readonly Network[] };

const ruleOf = ({ payment_type }: PaymentValues, types: TypeRules) =>
  types.find(({ type_code }) => type_code === payment_type);

/**
 * True when the type that is chosen is paid for a month of a year. Before the types have come, a form that was opened for a
 * certain month is for one.
 */
export const needsMonth = (values: PaymentValues, types: TypeRules): boolean => {
  const rule = ruleOf(values, types);
  return rule ? rule.period === 'monthly' : values.payment_month !== '';
};

/** True when the type that is chosen may only be paid after another one, which the server is asked about first. */
export const needsCheck = (values: PaymentValues, types: TypeRules): boolean =>
  Boolean(ruleOf(values, types)?.required_type);

/** True when the form holds more than it was opened with. The amount does not count: it comes with the choice. */
export const hasInput = (values: PaymentValues, prefill: Partial<PaymentValues>): boolean =>
  Object.entries(values).some(([name, value]) => name !== 'amount' && value && value !== prefill[name as PaymentName]);

/**
 * The transaction ID as the field shows it once `before` became `given`: the ID of a pasted message, and of one that is typed
 * no character too many. Whatever else was pasted stays whole, to be refused: a part of a longer number is another number,
 * and may be somebody else's ID.
 */
export const shownTransactionId = (
  given: string,
  before: string,
  networks: readonly Network[],
  network?: string,
): string => {
  const { id } = findTransactionId(given, networks, network);
  if (id !== null) return id;
  const isAlone = /^(?:[A-Za-z0-9]*|[\d\s]*)$/.test(given.trim());
  const bare = given.replace(/\s/g, '');
  if (!isAlone || mayBecomeId(bare, networks)) return isAlone ? bare : given;
  const isOneTooMany = given.length === before.length + 1 && mayBecomeId(before, networks);
  return isOneTooMany ? before : given;
};

/** The request's body: codes, car number, full name, month and transaction ID in uppercase, the amount with two decimals. */
export const toSubmission = (values: PaymentValues, { types, networks }: PaymentRules): PaymentSubmission => {
  const upper = (name: PaymentName) => values[name].trim().toUpperCase();
  const { network } = values;
  return {
    car_number: upper('car_number'),
    driver_code: upper('driver_code'),
    ...(values.fullname && { fullname: upper('fullname') }),
    ...(values.mobile_number && { mobile_number: values.mobile_number }),
    payment_type: values.payment_type,
    ...(needsMonth(values, types) && {
      payment_year: Number(values.payment_year),
      payment_month: upper('payment_month'),
    }),
    amount: parseMoney(values.amount) ?? values.amount,
    transaction_id: findTransactionId(values.transaction_id, networks, network).id ?? upper('transaction_id'),
    ...(networks.some(({ code }) => code === network) && { network }),
  };
};
