import type { PlanFrom, PlanSlug } from '@banbo/contract';

/** The plans of a situation: `2026-11 standard,…`. */
export const plansOf = (plans: string | null): PlanFrom[] =>
  (plans?.split(',') ?? []).map((one) => {
    const [from = '', plan] = one.split(' ');
    return { from, plan: plan as PlanSlug };
  });
