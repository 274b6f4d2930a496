import { formatMonth } from '@banbo/contract';

/** Months before and after the present one from which on a plan may be agreed. */
const BEFORE = 12;
const AFTER = 12;

const serialOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;
const monthOf = (serial: number): string =>
  `${String(Math.floor(serial / 12)).padStart(4, '0')}-${String((serial % 12) + 1).padStart(2, '0')}`;

/** The month after `2026-12` is `2027-01`. */
export const monthAfter = (month: string): string => monthOf(serialOf(month) + 1);

/** The months from which on a driver may have another plan, as choices: none before the registration's. */
export const planMonths = (registered: string, now: string): { value: string; label: string }[] => {
  const first = Math.max(serialOf(registered), serialOf(now) - BEFORE);
  const last = serialOf(now) + AFTER;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => monthOf(first + at)).map((value) => ({
    value,
    label: formatMonth(value),
  }));
};
