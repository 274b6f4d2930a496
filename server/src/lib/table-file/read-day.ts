import {
  addDays,
  addYears,
  type DayOrder,
  existingDay,
  formatDay,
  plainDay,
  today,
  unmistakableDay,
} from '@banbo/contract';
import { mapYielding } from '../yielder.ts';

/** Days before this one are slips of the pen, unless a column may have older ones. */
const FIRST_DAY = '2000-01-01';

export type ReadDay =
  | { day: string; problem: null }
  /** `order` is the other order, where the day fits that alone. */
  | { day: null; problem: string; order?: DayOrder };

/** Three numbers with the year last: the day or the month may come first. */
const NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?=$|[ T,])/;

/** A day by three numbers, in both orders; null for another form. */
const bothOrders = (text: string): Record<DayOrder, string | null> | null => {
  const [, first, , second = '', year = ''] = NUMBERS.exec(plainDay(text)) ?? [];
  return first ? { dmy: existingDay(year, second, first), mdy: existingDay(year, first, second) } : null;
};

const DAY_MS = 86_400_000;
/** The days that spreadsheets count as 0. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const DAY_ZERO_1904 = Date.UTC(1904, 0, 1);

/** A spreadsheet's number of a day as `2026-11-20`, with its time where it has one. */
export const dayOfSerial = (serial: number, is1904 = false): string => {
  // Milliseconds take away what is lost of a time in such numbers; no time moves to the next day.
  const moment = new Date((is1904 ? DAY_ZERO_1904 : DAY_ZERO) + Math.round(serial * DAY_MS)).toISOString();
  return moment.slice(11, 16) === '00:00' ? moment.slice(0, 10) : moment.slice(0, 16).replace('T', ' ');
};

/** Five digits, with a time behind the point: the number of a day of 1927 to 2173. */
const SERIAL = /^\d{5}(?:\.\d+)?$/;

/** The order of a column's days; null where they fit both, or neither. */
export const orderOf = async (days: Iterable<string>): Promise<DayOrder | null> => {
  const both = (await mapYielding(days, bothOrders)).filter((day) => day !== null);
  // Where no day is of that form, either order reads them alike.
  if (both.length === 0) return 'dmy';
  const [fitDayFirst, fitMonthFirst] = [both.every(({ dmy }) => dmy), both.every(({ mdy }) => mdy)];
  if (fitDayFirst === fitMonthFirst) return null;
  return fitDayFirst ? 'dmy' : 'mdy';
};

const ORDERS = { dmy: 'day/month/year', mdy: 'month/day/year' } as const satisfies Record<DayOrder, string>;

const EXAMPLES = { dmy: '22/11/1985', mdy: '11/22/1985' } as const satisfies Record<DayOrder, string>;

const unread = (text: string, order: DayOrder): string =>
  `‘${text.slice(0, 30)}’ is not a date. Write ${EXAMPLES[order]}.`;

/**
 * `first` is the earliest day; in another century, two digits mean the last such year. `last` is
 * the latest day.
 */
type Reading = { order: DayOrder; now: Date; first?: string; last?: string };

/** Reads a day. Refuses one that fits the other order alone: its neighbours are wrong, too. */
export const readDay = (text: string, { order, now, first = FIRST_DAY, ...bounds }: Reading): ReadDay => {
  if (text === '') return { day: null, problem: 'It has no date.' };
  const numbers = bothOrders(text);
  const isSerial = SERIAL.test(text);
  const read = isSerial ? dayOfSerial(Number(text)).slice(0, 10) : numbers ? numbers[order] : unmistakableDay(text);
  const other = order === 'dmy' ? 'mdy' : 'dmy';
  if (read === null && numbers?.[other]) {
    const problem = `‘${text.slice(0, 30)}’ is a date only as ${ORDERS[other]}, not as ${ORDERS[order]}.`;
    return { day: null, problem, order: other };
  }
  if (read === null) return { day: null, problem: unread(text, order) };
  // Midnight of a bank that is ahead of Ghana may come a day early.
  const last = bounds.last ?? addDays(today(now), 1);
  const isShort = !isSerial && !text.includes(read.slice(0, 4));
  const day = read > last && isShort && first < FIRST_DAY ? addYears(read, -100) : read;
  if (day > last) return { day: null, problem: `${formatDay(day)} is in the future.` };
  if (day < first) return { day: null, problem: `‘${text.slice(0, 30)}’ is in ${day.slice(0, 4)}, too long ago.` };
  return { day, problem: null };
};
