import { addDays } from '@banbo/contract';

/** A day of the month, 1…31, with its money in this month and the last one; null for days that are to come or do not exist. */
export type DayPair = { day: number; date: string; own: string | null; last: string | null };

const monthOf = (day: string): string => day.slice(0, 7);

/** The days of the month of `today` up to its end, each beside that of last month. */
export const daysOf = (today: string, received: readonly { day: string; amount: string }[]): DayPair[] => {
  const amounts = new Map(received.map(({ day, amount }) => [day, amount]));
  const month = monthOf(today);
  const before = monthOf(addDays(`${month}-01`, -1));
  const dates = Array.from({ length: 31 }, (_, index) => String(index + 1).padStart(2, '0'));
  // Reckoned from the month's first day, so that a day that does not exist falls into another month.
  const exists = (of: string, date: string): boolean => monthOf(addDays(`${of}-01`, Number(date) - 1)) === of;
  return dates
    .filter((date) => exists(month, date) || exists(before, date))
    .map((date) => {
      const own = `${month}-${date}`;
      const isPast = exists(month, date) && own <= today;
      return {
        day: Number(date),
        date: own,
        own: isPast ? (amounts.get(own) ?? '0.00') : null,
        last: exists(before, date) ? (amounts.get(`${before}-${date}`) ?? '0.00') : null,
      };
    });
};

/** A round amount at or above the largest, and the steps up to it: `[5000, 10000]`. */
export const gridOf = (largest: number): number[] => {
  if (largest <= 0) return [];
  const unit = 10 ** Math.floor(Math.log10(largest));
  const step = [0.5, 1, 2, 5].map((times) => times * unit).find((one) => largest / one <= 3) ?? unit;
  return Array.from({ length: Math.ceil(largest / step) }, (_, index) => (index + 1) * step);
};

/** `5000` as `5k`, `1500000` as `1.5m`. */
export const shortAmount = (amount: number): string => {
  if (amount >= 1_000_000) return `${amount / 1_000_000}m`;
  return amount >= 1_000 ? `${amount / 1_000}k` : String(amount);
};
