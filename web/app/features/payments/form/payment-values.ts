import { findTransactionId, type Network, type PaymentSubmission, type PaymentType, parseMoney } from '@banbo/contract';

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

/** The rules of the payment types; none until they are loaded. */
export type TypeRules = readonly Pick<PaymentType, 'type_code' | 'period' | 'required_type'>[];

/** The types and the networks by which a payment is checked. */
export type PaymentRules = { types: TypeRules; networks: readonly Network[] };

const ruleOf = ({ payment_type }: PaymentValues, types: TypeRules) =>
  types.find(({ type_code }) => type_code === payment_type);

/** True if the chosen type is paid by month. Until the types are loaded, the form's month tells. */
export const needsMonth = (values: PaymentValues, types: TypeRules): boolean => {
  const rule = ruleOf(values, types);
  return rule ? rule.period === 'monthly' : values.payment_month !== '';
};

/** True if the chosen type requires another one, which the server checks first. */
export const needsCheck = (values: PaymentValues, types: TypeRules): boolean =>
  Boolean(ruleOf(values, types)?.required_type);

/** True if the form has more than it opened with; the amount comes with the choice. */
export const hasInput = (values: PaymentValues, prefill: Partial<PaymentValues>): boolean =>
  Object.entries(values).some(([name, value]) => name !== 'amount' && value && value !== prefill[name as PaymentName]);

/** The request's body: codes, names and month in uppercase, the amount with two decimals. */
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
