import { BookDays } from '@banbo/contract';

type Days = { from: string; to: string };

/** A year's days; of this year those until today. */
export const daysOfYear = (year: number, today: string): Days => {
  const last = `${year}-12-31`;
  return { from: `${year}-01-01`, to: last > today && String(year) === today.slice(0, 4) ? today : last };
};

/** The days that an address names; this year so far where it names none that can be. */
export const readPeriod = (query: URLSearchParams, today: string): Days => {
  const asked = BookDays.safeParse({ from: query.get('from'), to: query.get('to') });
  return asked.success ? asked.data : daysOfYear(Number(today.slice(0, 4)), today);
};
