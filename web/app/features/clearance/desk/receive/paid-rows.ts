import {
  type DriverProfile,
  fromPesewas,
  MONTH_CODES,
  type PaidFee,
  parseMoney,
  type ReceivedPayment,
  restOf,
  toPesewas,
} from '@banbo/contract';
import { emptyMoney, toMoneyAtDesk } from '~/components/payments/desk/money-values.ts';
import { sumOf } from '~/components/payments/desk/use-desk.ts';
import { type Fees, isMonthly, priceOfFee } from '~/components/payments/fee-price.ts';

/** A driver with what prices depend on, and the record's id. */
export type DeskDriver = DriverProfile & { id: string };

/** A fee that the money pays, as it is entered. `key` tells rows apart while they come and go. */
export type PaidRow = {
  key: number;
  driver: DeskDriver;
  payment_type: string;
  payment_year: string;
  payment_month: string;
  amount: string;
};

/** The price of a row for its driver, as money text; null while there is none. */
export const priceOfRow = (row: PaidRow, fees: Fees): string | null => priceOfFee(row, row.driver.plans, fees);

/** A row after a choice. Its amount follows the price until somebody types another. */
export const changeRow = (row: PaidRow, change: Partial<PaidRow>, fees: Fees): PaidRow => {
  const changed = { ...row, ...change };
  const before = priceOfRow(row, fees);
  const follows = change.amount === undefined && (row.amount.trim() === '' || parseMoney(row.amount) === before);
  return follows ? { ...changed, amount: priceOfRow(changed, fees) ?? '' } : changed;
};

/** The driver's next month, or an empty row after a fee without a month. */
export const nextRow = (row: PaidRow, key: number, fees: Fees): PaidRow => {
  const month = MONTH_CODES.indexOf(row.payment_month);
  const empty = { ...row, key, payment_type: '', payment_year: '', payment_month: '', amount: '' };
  if (!isMonthly(row, fees) || month < 0) return empty;
  const payment_year = String(Number(row.payment_year) + (month === 11 ? 1 : 0));
  const next = { payment_type: row.payment_type, payment_year, payment_month: MONTH_CODES[(month + 1) % 12] ?? '' };
  return changeRow(empty, next, fees);
};

/** A row of the request. */
export const toPaidFee = (row: PaidRow, fees: Fees): PaidFee => ({
  car_number: row.driver.car_number,
  driver_code: row.driver.driver_code,
  payment_type: row.payment_type,
  ...(isMonthly(row, fees) && {
    ...(row.payment_year !== '' && { payment_year: Number(row.payment_year) }),
    ...(row.payment_month !== '' && { payment_month: row.payment_month }),
  }),
  amount: parseMoney(row.amount) ?? row.amount,
});

/** How a row's amount differs from what its fee still needs; null if it does not. */
export const differenceOf = (row: PaidRow, missing: string): 'less: held as credit' | 'over: credit' | null => {
  const amount = parseMoney(row.amount);
  if (amount === null || amount === missing) return null;
  return toPesewas(amount) < toPesewas(missing) ? 'less: held as credit' : 'over: credit';
};

export const emptyTransfer = () => ({ ...emptyMoney(), credit_to: '' });
export type TransferValues = ReturnType<typeof emptyTransfer>;

/** The money that the rows leave over, with its sign; null without an amount. */
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

/** The code of the driver who gets the rest as credit: the chosen one, or the only one. */
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
    ...toMoneyAtDesk(values),
    payments: rows.map((row) => toPaidFee(row, fees)),
    ...(credit_to !== '' && { credit_to }),
  };
};
