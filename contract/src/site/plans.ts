/** The features of all plans, in the order of the price cards. */
export const PLAN_FEATURES = [
  'Tracking device with panic button',
  '24/7 response team',
  '24/7 monitoring',
  'Camera',
  'Direct contact',
  'Personal help support',
  'Pepper spray',
  'Device and tracking servicing',
] as const;
export type PlanFeature = (typeof PLAN_FEATURES)[number];

/** The plans' ids. */
export const PLAN_SLUGS = ['monthly', 'standard', 'platinum'] as const;

export type Plan = {
  /** The plan's name in the registration's query: `/main_registration?plan=standard`. */
  slug: (typeof PLAN_SLUGS)[number];
  name: string;
  /** GHS a month. The first plan's is the price list's monthly subscription. */
  price: string;
  label?: string;
  features: readonly PlanFeature[];
};

const upTo = (count: number) => PLAN_FEATURES.slice(0, count);

/** The three plans. Imports no zod: the plain public pages load this. */
export const PLANS: readonly Plan[] = [
  { slug: 'monthly', name: 'Monthly Subscription', price: '300.00', features: upTo(3) },
  { slug: 'standard', name: 'Standard', price: '800.00', label: 'Best Value', features: upTo(6) },
  { slug: 'platinum', name: 'Platinum', price: '1200.00', features: upTo(8) },
];

/** The plan of an id; undefined for any other text or none. */
export const planOf = (slug: string | null): Plan | undefined => PLANS.find((plan) => plan.slug === slug);

/** The monthly price of a plan that has its own; null for Monthly Subscription, an unknown plan or none. */
export const planPriceOf = (slug: string | null): string | null => {
  const plan = planOf(slug);
  return plan && plan.slug !== 'monthly' ? plan.price : null;
};

/**
 * The price of one month's subscription, for every screen, debt and check: the plan's own, else the year's `listed`
 * one. Null while neither is known.
 */
export const subscriptionPrice = (listed: string | null, planPrice: string | null): string | null =>
  planPrice ?? listed;

/** The same for a plan id, in a year that has a `listed` price. */
export const planSubscriptionPrice = (listed: string, slug: string | null): string => planPriceOf(slug) ?? listed;

/** The drivers' fees by type code until the price list answers. */
export const DEFAULT_FEES = { RF: '200.00', SS: '300.00', DP: '1500.00' } as const;
export type Fees = Record<keyof typeof DEFAULT_FEES, string>;
