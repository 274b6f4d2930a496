/** Everything a plan may hold, in the order the price cards list it. */
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
export type PlanSlug = (typeof PLAN_SLUGS)[number];

/** The plan whose price holds for a driver who has agreed on none yet. */
export const BASE_PLAN: PlanSlug = 'monthly';

export type Plan = {
  /** As the registration carries it: `/main_registration?plan=standard`. */
  slug: PlanSlug;
  name: string;
  label?: string;
  features: readonly PlanFeature[];
};

const upTo = (count: number) => PLAN_FEATURES.slice(0, count);

/** The three plans; their prices are in the price list. No zod here: the plain public pages load this. */
export const PLANS: readonly Plan[] = [
  { slug: 'monthly', name: 'Monthly Subscription', features: upTo(3) },
  { slug: 'standard', name: 'Standard', label: 'Best Value', features: upTo(6) },
  { slug: 'platinum', name: 'Platinum', features: upTo(8) },
];

/** The plan of an id, which may be any text or none. */
export const planOf = (slug: string | null): Plan | undefined => PLANS.find((plan) => plan.slug === slug);

/** A driver's plan from a month on, `2026-11`. */
export type PlanFrom = { plan: PlanSlug; from: string };

/** The plan of a month, `2026-11`, in a driver's plans by their months; null before the first. */
export const planIn = (plans: readonly PlanFrom[], month: string): PlanSlug | null =>
  plans.filter(({ from }) => from <= month).at(-1)?.plan ?? null;
