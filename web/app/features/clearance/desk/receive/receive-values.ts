import {
  fromPesewas,
  NOT_SEEN,
  type PaymentMode,
  parseMoney,
  ReceivedPayment,
  restOf,
  today,
  toPesewas,
} from '@banbo/contract';
import type { FieldErrors } from '~/lib/form/refusal.ts';
import { type Fees, type PaidRow, sumOf, toPaidFee } from './paid-rows.ts';

export const emptyTransfer = () => ({
  mode: 'cash' as PaymentMode,
  amount: '',
  transaction_id: '',
  bank: '',
  received_on: today(),
  payer_name: '',
  reference: '',
  seen_in_account: false as boolean,
  credit_to: '',
});
export type TransferValues = ReturnType<typeof emptyTransfer>;

/** True for money that the clerk does not hold, but looks for in an account. */
export const isInAccount = ({ mode }: Pick<TransferValues, 'mode'>): boolean => mode === 'momo' || mode === 'bank';

/** The part of the money that the rows leave, as money text with its sign; null until there is an amount. */
export const leftOf = ({ amount }: Pick<TransferValues, 'amount'>, rows: readonly PaidRow[]): string | null => {
  const whole = parseMoney(amount);
  return whole === null
    ? null
    : fromPesewas(restOf({ amount: whole, payments: [{ driver_code: '', amount: sumOf(rows) }] }));
};

/** The drivers who are paid for, each once. */
export const driversOf = (rows: readonly PaidRow[]) => [
  ...new Map(rows.map(({ driver }) => [driver.driver_code, driver])).values(),
];

/** The driver code of the one whose credit becomes what is left: the one that was chosen, or the only one. */
export const creditedOf = (values: TransferValues, rows: readonly PaidRow[]): string => {
  const left = leftOf(values, rows);
  if (left === null || toPesewas(left) <= 0n) return '';
  const [only, another] = driversOf(rows);
  return values.credit_to || (another === undefined ? (only?.driver_code ?? '') : '');
};

/** The request's body. */
export const toReceived = (values: TransferValues, rows: readonly PaidRow[], fees: Fees): ReceivedPayment => {
  const credit_to = creditedOf(values, rows);
  return {
    mode: values.mode,
    amount: parseMoney(values.amount) ?? values.amount,
    ...(values.mode !== 'cash' && { transaction_id: values.transaction_id.trim().toUpperCase() }),
    ...(values.mode === 'cheque' && { bank: values.bank }),
    ...(values.received_on && { received_on: values.received_on }),
    payer_name: values.payer_name.trim().toUpperCase(),
    reference: values.reference.trim().toUpperCase(),
    ...(isInAccount(values) && { seen_in_account: values.seen_in_account }),
    payments: rows.map((row) => toPaidFee(row, fees)),
    ...(credit_to !== '' && { credit_to }),
  };
};

/** The first sentence for each field that is wrong; rows by their index, `payments.0.amount`. */
export const receivedErrors = (body: ReceivedPayment): FieldErrors => {
  const result = ReceivedPayment.safeParse(body);
  const issues = result.success ? [] : result.error.issues;
  const first: Record<string, string> = {};
  // In the order of the fields, since the focus goes to the first of them.
  for (const { path, message } of issues) first[path.join('.')] ??= message;
  return {
    ...first,
    ...(body.seen_in_account === false && { seen_in_account: NOT_SEEN }),
    ...(body.amount.trim() === '' && { amount: 'Please enter the amount.' }),
  };
};
