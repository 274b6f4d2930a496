import { type PlanFrom, planIn } from '@banbo/contract';
import type { Fee } from './fee-rules.ts';

/** Finds the type, year and plan that price a driver's fee: those of its month, or of `day`, on which it is paid, if it has no month. */
export const pricedBy = ({ type_code, payment_year, payment_month }: Fee, plans: readonly PlanFrom[], day: string) => {
  const month = payment_month === null ? day.slice(0, 7) : `${payment_year}-${String(payment_month).padStart(2, '0')}`;
  return { type_code, year: Number(month.slice(0, 4)), plan: planIn(plans, month) };
};
