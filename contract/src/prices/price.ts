import { formatMoney } from '../common/formats.ts';
import { BASE_PLAN, type PlanSlug, planOf } from './plans.ts';
import { DEVICE_PAYMENT, REGISTRATION_FEE, SUBSCRIPTION } from './specified-types.ts';

/** A price of one year: money as text, of a type and, where the type is priced by plan, of a plan. */
export type Price = { type_code: string; plan: PlanSlug | null; amount: string };

/**
 * The price of a type for a driver on the plan among the prices of a year, `"300.00"`; null when it has none. The only rule by
 * which a price is found, on the server and on every page: a driver without a plan pays what Monthly Subscription costs.
 */
export const priceIn = (prices: readonly Price[], typeCode: string, plan: string | null): string | null => {
  const paid = planOf(plan)?.slug ?? BASE_PLAN;
  const price = prices.find((one) => one.type_code === typeCode && (one.plan === null || one.plan === paid));
  return price?.amount ?? null;
};

/** The prices that the public pages are built with, and that a new database starts from. */
export const DEFAULT_PRICES: readonly Price[] = [
  { type_code: REGISTRATION_FEE, plan: null, amount: '200.00' },
  { type_code: SUBSCRIPTION, plan: 'monthly', amount: '300.00' },
  { type_code: SUBSCRIPTION, plan: 'standard', amount: '800.00' },
  { type_code: SUBSCRIPTION, plan: 'platinum', amount: '1200.00' },
  { type_code: DEVICE_PAYMENT, plan: null, amount: '1500.00' },
];

/** The fees that the public pages name, as money text; the subscription is that of a month. */
export type Fees = { registration: string; subscription: string; device: string };

/** The fees of a year on the plan. A visitor is always shown a price: where the year lacks one, the built-in one. */
export const feesOn = (prices: readonly Price[], plan: string | null): Fees => {
  const all = [...prices, ...DEFAULT_PRICES];
  const fee = (typeCode: string) => priceIn(all, typeCode, plan) ?? '';
  return { registration: fee(REGISTRATION_FEE), subscription: fee(SUBSCRIPTION), device: fee(DEVICE_PAYMENT) };
};

/** A month's price in words, `GHS 800.00 a month`. */
export const formatMonthlyPrice = (amount: string): string => `${formatMoney(amount)} a month`;
