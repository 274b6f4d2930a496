import { addMonths, type ExpenseSums, formatDay } from '@banbo/contract';

type Month = ExpenseSums['by_month'][number];

/** The most months that have room beside each other. */
const MOST_MONTHS = 24;

/** A range of days in words; `2026` for a whole year. */
export const daysInWords = (from: string, to: string): string => {
  const year = from.slice(0, 4);
  return from === `${year}-01-01` && to === `${year}-12-31` ? year : `${formatDay(from)} to ${formatDay(to)}`;
};

/** Every month of the days, those without an expense, too; the last 24 where they are more. */
export const monthsOf = ({ from, to, by_month }: Pick<ExpenseSums, 'from' | 'to' | 'by_month'>): Month[] => {
  const found = new Map(by_month.map((one) => [one.month, one]));
  const months: Month[] = [];
  for (let n = 0; n < MOST_MONTHS; n += 1) {
    const month = addMonths(to, -n);
    if (month < from.slice(0, 7)) break;
    months.unshift(found.get(month) ?? { month, count: 0, amount: '0.00' });
  }
  return months;
};
