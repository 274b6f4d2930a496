import {
  type DriverProfile,
  monthNumber,
  type PaymentType,
  planIn,
  priceIn,
  today,
  type YearlyPrice,
} from '@banbo/contract';
import type { FormFee } from './fee-parts.ts';

type TypeRule = Pick<PaymentType, 'type_code' | 'description' | 'period'>;
/** The payment types, and all years' prices; none until they have come. */
export type Fees = { types: readonly TypeRule[]; prices: readonly YearlyPrice[] };

export const isMonthly = ({ payment_type }: Pick<FormFee, 'payment_type'>, { types }: Pick<Fees, 'types'>): boolean =>
  types.some(({ type_code, period }) => type_code === payment_type && period === 'monthly');

/** The month whose plan prices a fee, `2026-11`: its own, or this month. */
const pricedMonth = (fee: FormFee, fees: Fees): string => {
  const month = monthNumber(fee.payment_month);
  const isChosen = isMonthly(fee, fees) && month > 0 && fee.payment_year !== '';
  return isChosen ? `${fee.payment_year}-${String(month).padStart(2, '0')}` : today().slice(0, 7);
};

/** The price of a fee for a driver with these plans, as money text; null while there is none. */
export const priceOfFee = (fee: FormFee, plans: DriverProfile['plans'], fees: Fees): string | null => {
  const month = pricedMonth(fee, fees);
  const ofYear = fees.prices.filter(({ year }) => year === Number(month.slice(0, 4)));
  return priceIn(ofYear, fee.payment_type, planIn(plans, month));
};
