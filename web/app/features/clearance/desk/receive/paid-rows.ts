import {
  type DriverProfile,
  fromPesewas,
  MONTH_CODES,
  monthNumber,
  type PaidFee,
  type PaymentType,
  parseMoney,
  planIn,
  priceIn,
  today,
  toPesewas,
  type YearlyPrice,
} from '@banbo/contract';

/** A driver as the prices go by, with the record's number. */
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

type TypeRule = Pick<PaymentType, 'type_code' | 'description' | 'period'>;
/** The payment types, and all years' prices; none until they have come. */
export type Fees = { types: readonly TypeRule[]; prices: readonly YearlyPrice[] };

export const isMonthly = ({ payment_type }: Pick<PaidRow, 'payment_type'>, { types }: Fees): boolean =>
  types.some(({ type_code, period }) => type_code === payment_type && period === 'monthly');

/** The month by which a row is priced, `2026-11`: its own, and this one where it has none. */
const pricedMonth = (row: PaidRow, fees: Fees): string => {
  const month = monthNumber(row.payment_month);
  const isChosen = isMonthly(row, fees) && month > 0 && row.payment_year !== '';
  return isChosen ? `${row.payment_year}-${String(month).padStart(2, '0')}` : today().slice(0, 7);
};

/** The price of a row for its driver, as money text; null while there is none. */
export const priceOfRow = (row: PaidRow, fees: Fees): string | null => {
  const month = pricedMonth(row, fees);
  const ofYear = fees.prices.filter(({ year }) => year === Number(month.slice(0, 4)));
  return priceIn(ofYear, row.payment_type, planIn(row.driver.plans, month));
};

/** A row after a choice. Its amount follows the price until somebody types another. */
export const changeRow = (row: PaidRow, change: Partial<PaidRow>, fees: Fees): PaidRow => {
  const changed = { ...row, ...change };
  const before = priceOfRow(row, fees);
  const follows = change.amount === undefined && (row.amount.trim() === '' || parseMoney(row.amount) === before);
  return follows ? { ...changed, amount: priceOfRow(changed, fees) ?? '' } : changed;
};

/** The same driver's next month, or of a fee without a month, an empty row of the driver. */
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

/** The sum of the rows, as money text; rows without an amount count as nothing. */
export const sumOf = (rows: readonly PaidRow[]): string =>
  fromPesewas(rows.reduce((sum, { amount }) => sum + toPesewas(parseMoney(amount) ?? '0.00'), 0n));

/** How a row's amount differs from its price, in words; null where it does not. */
export const differenceOf = (row: PaidRow, fees: Fees): 'less than the price' | 'over: credit' | null => {
  const [price, amount] = [priceOfRow(row, fees), parseMoney(row.amount)];
  if (price === null || amount === null || amount === price) return null;
  return toPesewas(amount) < toPesewas(price) ? 'less than the price' : 'over: credit';
};
