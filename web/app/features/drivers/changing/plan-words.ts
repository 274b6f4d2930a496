import { formatMonth, type PlanFrom, type PlanSlug, planIn, planOf } from '@banbo/contract';

const nameOf = (plan: PlanSlug): string => planOf(plan)?.name ?? plan;

const begin = ({ plan, from }: PlanFrom): string => `${nameOf(plan)} from ${formatMonth(from)} on`;

/** The plan of this month, `2026-11`, and those that begin later: `Now: Standard; Platinum from March 2027 on.` */
export const plansInWords = (plans: readonly PlanFrom[], now: string): string => {
  const holds = planIn(plans, now);
  const coming = plans.filter(({ from }) => from > now).map(begin);
  if (holds === null && coming.length === 0) return 'No plan is agreed yet.';
  return `Now: ${[holds === null ? 'no plan' : nameOf(holds), ...coming].join('; ')}.`;
};

/** Until when a plan holds that begins in a month, since another one begins later; null where none does. */
export const untilInWords = (plans: readonly PlanFrom[], { plan, from }: { plan: string; from: string }) => {
  const next = plans.find((later) => later.from > from && later.plan !== plan);
  return next ? `until ${formatMonth(next.from)}, when ${nameOf(next.plan)} begins` : null;
};
