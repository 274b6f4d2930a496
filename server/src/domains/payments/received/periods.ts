import { addDays } from '@banbo/contract';

/** Days or months, the last one included. */
type Part = { grain: 'day' | 'month'; first: string; last: string };
type Days = { first: string; last: string; parts: readonly Part[] };
/** Days, and the same ones of the month or the year before. */
export type Span = Days & { before: Days };

const days = (first: string, last: string): Days => ({ first, last, parts: [{ grain: 'day', first, last }] });

/** The first day of the month that begins `months` earlier than that of the day. */
const monthBefore = (day: string, months: number): string => {
  const at = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - months;
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}-01`;
};

/** The same day of the month that begins on `first`, or its last one where it is shorter. */
const dayIn = (first: string, day: string): string => {
  const last = addDays(monthBefore(first, -1), -1);
  const same = `${first.slice(0, 8)}${day.slice(8)}`;
  return same < last ? same : last;
};

/** The year of a day up to it: its whole months, and the days of its own month. */
const yearTo = (day: string): Days => {
  const [first, month] = [`${day.slice(0, 5)}01-01`, monthBefore(day, 0)];
  const whole: Part = { grain: 'month', first: first.slice(0, 7), last: monthBefore(day, 1).slice(0, 7) };
  const own = days(month, day);
  return { first, last: day, parts: first === month ? own.parts : [whole, ...own.parts] };
};

/** A day, its month and its year up to it, beside the same days of last month, and of last year. */
export const spansOf = (day: string): Record<'today' | 'month' | 'year', Span> => {
  const [month, last, year] = [monthBefore(day, 0), monthBefore(day, 1), monthBefore(day, 12)];
  const same = dayIn(last, day);
  return {
    today: { ...days(day, day), before: days(same, same) },
    month: { ...days(month, day), before: days(last, same) },
    year: { ...yearTo(day), before: yearTo(dayIn(year, day)) },
  };
};
