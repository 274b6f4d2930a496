import { type PlanFrom, planIn } from '@banbo/contract';
import type { Fee } from './fee-rules.ts';

/** The month by which a fee that is paid on `day` is priced, `2026-11`: its own, or the day's for one without a month. */
export const pricedMonth = ({ payment_year, payment_month }: Fee, day: string): string =>
  payment_year === null || payment_month === null
    ? day.slice(0, 7)
    : `${payment_year}-${String(payment_month).padStart(2, '0')}`;

/** The year and plan by which a driver's fee is priced. */
export const pricedBy = (fee: Fee, plans: readonly PlanFrom[], day: string) => {
  const month = pricedMonth(fee, day);
  return { type_code: fee.type_code, year: Number(month.slice(0, 4)), plan: planIn(plans, month) };
};
