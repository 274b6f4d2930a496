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
};

/**
 * The three plans; their prices are in the price list, and what they hold is a setting. No zod
 * here: the plain public pages load this.
 */
export const PLANS: readonly Plan[] = [
  { slug: 'monthly', name: 'Monthly Subscription' },
  { slug: 'standard', name: 'Standard', label: 'Best Value' },
  { slug: 'platinum', name: 'Platinum' },
];

const ALL = PLAN_SLUGS;
const FROM_STANDARD: readonly PlanSlug[] = ['standard', 'platinum'];

/**
 * The plans' features until staff change them among the company's settings, in the order of the
 * price cards.
 */
export const BUILT_IN_FEATURES: readonly { name: string; plans: readonly PlanSlug[] }[] = [
  { name: 'Tracking device with panic button', plans: ALL },
  { name: '24/7 response team', plans: ALL },
  { name: '24/7 monitoring', plans: ALL },
  { name: 'Camera', plans: FROM_STANDARD },
  { name: 'Direct contact', plans: FROM_STANDARD },
  { name: 'Personal help support', plans: FROM_STANDARD },
  { name: 'Pepper spray', plans: ['platinum'] },
  { name: 'Device and tracking servicing', plans: ['platinum'] },
];

/** The plan of an id, which may be any text or none. */
export const planOf = (slug: string | null): Plan | undefined => PLANS.find((plan) => plan.slug === slug);

/** A driver's plan from a month on, `2026-11`. */
export type PlanFrom = { plan: PlanSlug; from: string };

/** The plan of a month, `2026-11`, in a driver's plans by their months; null before the first. */
export const planIn = (plans: readonly PlanFrom[], month: string): PlanSlug | null =>
  plans.filter(({ from }) => from <= month).at(-1)?.plan ?? null;
