import { addYears, joinDay, MONTHS, today } from './calendar.ts';

// Days as people write them in Ghana, where the day comes first whatever a browser's language is.

/** The day of the calendar by its three numbers as text; null where there is none such. */
export const existingDay = (year: string, month: string, day: string): string | null => {
  const whole = Number(year.length === 2 ? `20${year}` : year);
  const given = joinDay({ year: whole, month: Number(month), day: Number(day) });
  const moment = new Date(`${given}T00:00:00Z`);
  const exists = whole > 0 && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(given);
  return exists ? given : null;
};

/** The number of a month by its name, or by three letters of it and more. */
const monthOf = (name: string): string =>
  String(MONTHS.findIndex((month) => month.toLowerCase().startsWith(name.toLowerCase())) + 1);

const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[.,]* +/i;
/** The letters behind a day's number, which may stand behind the month: `3rd of`, `Aug 3rd`. */
const ORDINAL = /^((?:[a-z]{3,9}\.? )?\d{1,2})(?:st|nd|rd|th)\b(?: of\b)?/i;

/** A day's text without its weekday and the letters behind its number: `3 August 2026`. */
export const plainDay = (text: string): string => text.replace(WEEKDAY, '').replace(ORDINAL, '$1');

/** The year first, with eight digits alone too, behind which a time may stand. */
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?=$|[ T,])/;
// Day, month and year in such a row would be of a year before 1300, so that it means one day.
const EIGHT_DIGITS = /^((?:19|20)\d\d)(\d\d)(\d\d)(?=$|[ T,]|\.0+$|(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?$)/;
const YEAR_AND_NAME = /^(\d{4})[ /.-]{0,3}([a-z]{3,9})[ /.-]*(\d{1,2})(?=$|[ T,])/i;
const DAY_AND_NAME = /^(\d{1,2})[ /.-]{0,3}([a-z]{3,9})[ /.,-]*(\d{4}|\d{2})(?=$|[ T,])/i;
const NAME_AND_DAY = /^([a-z]{3,9})[ /.-]*(\d{1,2})[ /,-]+(\d{4})(?=$|[ T,])/i;

/** A day that can be read in one way only: the year first, or the month by its name. */
export const unmistakableDay = (given: string): string | null => {
  const text = plainDay(given);
  const [, year, month = '', date = ''] = YEAR_FIRST.exec(text) ?? EIGHT_DIGITS.exec(text) ?? [];
  if (year) return existingDay(year, month, date);
  const [, first, name, last = ''] = DAY_AND_NAME.exec(text) ?? [];
  if (first) return existingDay(last, monthOf(name ?? ''), first);
  const [, ofYear, named, at = ''] = YEAR_AND_NAME.exec(text) ?? [];
  if (ofYear) return existingDay(ofYear, monthOf(named ?? ''), at);
  const [, american, day = '', whole = ''] = NAME_AND_DAY.exec(text) ?? [];
  return american ? existingDay(whole, monthOf(american), day) : null;
};

/** Three numbers, the day first; without separators as a keypad of digits gives them. */
const DAY_FIRST = /^(\d{1,2})[ /.-]+(\d{1,2})[ /.-]+(\d{4}|\d{2})(?=$|[ T,])|^(\d{2})(\d{2})(\d{4}|\d{2})$/;

/** A day and a month, whose year goes without saying. */
const WITHOUT_YEAR = /^(\d{1,2})(?:[ /.-]+(\d{1,2})|[ -]?([a-z]{3,9})\.?)$/i;

/** Years ahead that two digits still mean; later ones are of the last century. */
const YEARS_AHEAD = 20;

/**
 * Reads a day as somebody types or pastes it: 22/11/2026, 22-11-26, 22nd Nov 2026, 22nov, 22112026,
 * 20261122, 2026-11-22, today. Where the year is short or missing, the day is not after `latest`.
 */
export const readTypedDay = (text: string, latest?: string, now = today()): string | null => {
  const given = plainDay(text.trim());
  if (given.toLowerCase() === 'today') return now;
  const [, a, b, c, d, e, f] = DAY_FIRST.exec(given) ?? [];
  const numbers = a ? existingDay(c ?? '', b ?? '', a) : d ? existingDay(f ?? '', e ?? '', d) : null;
  const read = unmistakableDay(given) ?? numbers;
  if (read !== null) {
    const isShort = !given.includes(read.slice(0, 4));
    return isShort && read > (latest ?? addYears(now, YEARS_AHEAD)) ? addYears(read, -100) : read;
  }
  const [, day, month, name] = WITHOUT_YEAR.exec(given) ?? [];
  const ofThisYear = day ? existingDay(now.slice(0, 4), month ?? monthOf(name ?? ''), day) : null;
  return ofThisYear !== null && latest !== undefined && ofThisYear > latest ? addYears(ofThisYear, -1) : ofThisYear;
};

/** True for a text that leaves nothing of its day to guess: it ends in a year of four digits. */
export const isWholeDay = (text: string): boolean =>
  /(?:^|\D)\d{4}$|^\d{8}$|^\d{4}\D\d{1,2}\D\d{2}$|^today$/i.test(text.trim());

/** `2026-11-22` as it is typed and shown in a field: `22/11/2026`. */
export const typedDay = (day: string): string => day.split('-').reverse().join('/');

/** The refusal of a text that is not a date. */
export const notADate = (text: string): string => `‘${text.trim().slice(0, 30)}’ is not a date. Write 22/11/1985.`;
