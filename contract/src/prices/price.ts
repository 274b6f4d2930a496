import { formatMoney } from '../common/formats.ts';
import { BASE_PLAN, type PlanSlug, planOf } from './plans.ts';

/**
 * The payment types that screens are made for: each has a page of its own in the office and a line
 * on the public site. The codes find a type's rows and name no rule: how often it is paid, and
 * after which other, is in the type's row alone.
 */
export const REGISTRATION_FEE = 'RF';
export const SUBSCRIPTION = 'SS';
export const DEVICE_PAYMENT = 'DP';

/** The type of debts that drivers bring along: each has their own amount, and no year a price. */
export const OPENING_BALANCE = 'OB';

/** These types in words, for logs, which keep the codes. Lists show a type's own description. */
export const FEE_LABELS: Readonly<Record<string, string>> = {
  [REGISTRATION_FEE]: 'Registration fee',
  [SUBSCRIPTION]: 'Monthly subscription',
  [DEVICE_PAYMENT]: 'Device payment',
  [OPENING_BALANCE]: 'Opening balance',
};

/** A price of one year for a type and, where the type is priced by plan, a plan. */
export type Price = { type_code: string; plan: PlanSlug | null; amount: string };

/**
 * The price of a type for a driver on the plan among the prices of a year, `"300.00"`; null when it
 * has none. The only rule by which a price is found, on the server and on every page: a driver
 * without a plan pays what Monthly Subscription costs.
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
export type PublicFees = { registration: string; subscription: string; device: string };

/**
 * The fees of a year on the plan. A visitor is always shown a price: where the year lacks one, the
 * built-in one.
 */
export const feesOn = (prices: readonly Price[], plan: string | null): PublicFees => {
  const all = [...prices, ...DEFAULT_PRICES];
  const fee = (typeCode: string) => priceIn(all, typeCode, plan) ?? '';
  return { registration: fee(REGISTRATION_FEE), subscription: fee(SUBSCRIPTION), device: fee(DEVICE_PAYMENT) };
};

/** A month's price in words, `GHS 800.00 a month`. */
export const formatMonthlyPrice = (amount: string): string => `${formatMoney(amount)} a month`;
