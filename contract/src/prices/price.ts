import { formatMoney } from '../common/formats.ts';
import type { LandUse } from '../land/words.ts';
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

/** A place of land that prices are for; null for every zone, and for every use. */
export type PricedPlace = { zone_id: string | null; land_use: LandUse | null };

/** A price of one year for a code of the land side. */
export type LandPrice = PricedPlace & { type_code: string; amount: string };

/** The four kinds of land prices, the one that goes before the others first. */
export const PRICE_SOURCES = ['zone_and_use', 'zone', 'use', 'general'] as const;
export type PriceSource = (typeof PRICE_SOURCES)[number];

const sourceOf = ({ zone_id, land_use }: PricedPlace): PriceSource => {
  if (zone_id !== null) return land_use === null ? 'zone' : 'zone_and_use';
  return land_use === null ? 'general' : 'use';
};

const holdsFor = (price: PricedPlace, { zone_id, land_use }: PricedPlace): boolean =>
  (price.zone_id === null || price.zone_id === zone_id) && (price.land_use === null || price.land_use === land_use);

/**
 * The price of a land code for a place among the prices of a year, and where it comes from; null
 * when the year has none. The only rule by which it is found, on the server and on every page: the
 * price of the zone and the use goes before that of the zone, of the use and of everything.
 */
export const landPriceIn = (
  prices: readonly LandPrice[],
  typeCode: string,
  place: PricedPlace,
): { amount: string; from: PriceSource } | null => {
  const held = prices
    .filter((price) => price.type_code === typeCode && holdsFor(price, place))
    .map((price) => ({ amount: price.amount, from: sourceOf(price) }));
  return held.sort((a, b) => PRICE_SOURCES.indexOf(a.from) - PRICE_SOURCES.indexOf(b.from))[0] ?? null;
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
