import { addMonths, formatMonth, PLAN_MONTHS_AHEAD } from '@banbo/contract';

/** Months before the present one from which on a plan may be agreed. */
const BEFORE = 12;

/** The months from which on a driver may have another plan, as choices: none before the registration's. */
export const planMonths = (registered: string, now: string): { value: string; label: string }[] => {
  const months = Array.from({ length: BEFORE + PLAN_MONTHS_AHEAD + 1 }, (_, at) => addMonths(now, at - BEFORE));
  return months.filter((value) => value >= registered).map((value) => ({ value, label: formatMonth(value) }));
};
