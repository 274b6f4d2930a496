import { addDays, addMonths, addYears, formatDay, monthDays } from '@banbo/contract';

/** Days, both ends included. */
export type Days = { from: string; to: string };

/** The first day of a day's year. */
export const firstOfYear = (day: string): string => `${day.slice(0, 4)}-01-01`;

/** The same days of the year before; the last day of a month stays one. */
export const yearBefore = ({ from, to }: Days): Days => {
  const isLast = to === monthDays(to).to;
  return { from: addYears(from, -1), to: isLast ? monthDays(addMonths(to, -12)).to : addYears(to, -1) };
};

/** The months that the days are in, each with its days among them. */
export const monthsOfDays = ({ from, to }: Days): (Days & { month: string })[] => {
  const months: (Days & { month: string })[] = [];
  for (let month = addMonths(from, 0); month <= to; month = addMonths(month, 1)) {
    const whole = monthDays(month);
    months.push({ month, from: whole.from < from ? from : whole.from, to: whole.to > to ? to : whole.to });
  }
  return months;
};

/** `1 Jan to 31 Oct 2026`, or `1 Nov 2025 to 31 Oct 2026`. */
export const bookDaysInWords = ({ from, to }: Days): string => {
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return `${isOneYear ? formatDay(from).slice(0, -5) : formatDay(from)} to ${formatDay(to)}`;
};

/** The days whose balances figures of the days, and results at their end, are made of. */
export const daysNeeded = ({ from, to }: Days): string[] => [addDays(from, -1), to, addDays(firstOfYear(to), -1)];
