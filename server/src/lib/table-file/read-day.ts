import { addDays, addYears, Day, type DayOrder, MONTHS, today } from '@banbo/contract';
import { mapYielding } from '../yielder.ts';

/** Days before this one are slips of the pen, unless a column may have older ones. */
const FIRST_DAY = '2000-01-01';

export type ReadDay =
  | { day: string; problem: null }
  /** `order` is the other order, where the day fits that alone. */
  | { day: null; problem: string; order?: DayOrder };

const dayOf = (year = '', month = '', day = ''): string | null => {
  const text = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return Day.safeParse(text).success ? text : null;
};

const monthOf = (name = ''): string => {
  const at = MONTHS.findIndex((month) => month.slice(0, 3).toLowerCase() === name.slice(0, 3).toLowerCase());
  return String(at + 1);
};

/** Three numbers with the year last: the day or the month may come first. */
const NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?=$|[ T,])/;

/** A day by three numbers, in both orders; null for another form. */
const bothOrders = (text: string): Record<DayOrder, string | null> | null => {
  const [, first, , second, year] = NUMBERS.exec(text) ?? [];
  return first ? { dmy: dayOf(year, second, first), mdy: dayOf(year, first, second) } : null;
};

/** The order of a column's days; null where they fit both, or neither. */
export const orderOf = async (days: Iterable<string>): Promise<DayOrder | null> => {
  const both = (await mapYielding(days, bothOrders)).filter((day) => day !== null);
  // Where no day is of that form, either order reads them alike.
  if (both.length === 0) return 'dmy';
  const [fitDayFirst, fitMonthFirst] = [both.every(({ dmy }) => dmy), both.every(({ mdy }) => mdy)];
  if (fitDayFirst === fitMonthFirst) return null;
  return fitDayFirst ? 'dmy' : 'mdy';
};

/** A day that can be read in one way only: the year first, or the month by its name. */
const plainDay = (text: string): string | null => {
  const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?=$|[ T,])/.exec(text);
  if (yearFirst) return dayOf(yearFirst[1], yearFirst[2], yearFirst[3]);
  const named = /^(\d{1,2})[ -]([a-z]{3,9})\.?[ ,-]+(\d{4}|\d{2})(?=$|[ ,])/i.exec(text);
  if (named) return dayOf(named[3], monthOf(named[2]), named[1]);
  const american = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})(?=$|[ ,])/i.exec(text);
  return american ? dayOf(american[3], monthOf(american[1]), american[2]) : null;
};

const ORDERS = { dmy: 'day/month/year', mdy: 'month/day/year' } as const satisfies Record<DayOrder, string>;

const unread = (text: string): string => `“${text.slice(0, 30)}” is no day.`;

/**
 * `first` is the earliest day; in another century, two digits mean the last such year. `last` is
 * the latest day.
 */
type Reading = { order: DayOrder; now: Date; first?: string; last?: string };

/** Reads a day. Refuses one that fits the other order alone: its neighbours are wrong, too. */
export const readDay = (text: string, { order, now, first = FIRST_DAY, ...bounds }: Reading): ReadDay => {
  if (text === '') return { day: null, problem: 'It has no date.' };
  const numbers = bothOrders(text);
  const read = numbers ? numbers[order] : plainDay(text);
  const other = order === 'dmy' ? 'mdy' : 'dmy';
  if (read === null && numbers?.[other]) {
    const problem = `“${text.slice(0, 30)}” is a day only as ${ORDERS[other]}, not as ${ORDERS[order]}.`;
    return { day: null, problem, order: other };
  }
  if (read === null) return { day: null, problem: unread(text) };
  // Midnight of a bank that is ahead of Ghana may come a day early.
  const last = bounds.last ?? addDays(today(now), 1);
  const isShort = !text.includes(read.slice(0, 4));
  const day = read > last && isShort && first < FIRST_DAY ? addYears(read, -100) : read;
  if (day > last) return { day: null, problem: `Its day, ${day}, has not come yet.` };
  if (day < first)
    return { day: null, problem: `“${text.slice(0, 30)}” is a day of ${day.slice(0, 4)}, too long ago.` };
  return { day, problem: null };
};
