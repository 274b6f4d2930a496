// Days of the calendar as `YYYY-MM-DD`, and moments as ISO text in UTC: reckoned and written
// without schemas.

type Parts = { year: number; month: number; day: number };

const parts = (day: string): Parts => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return { year, month, day: date };
};

const join = ({ year, month, day }: Parts): string =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** `days` later, or earlier when negative. */
export const addDays = (day: string, days: number): string => {
  const { year, month, day: date } = parts(day);
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10);
};

/**
 * The same day `years` later; the 29th of February becomes the 1st of March in a year without one.
 */
export const addYears = (day: string, years: number): string => {
  const { year, month, day: date } = parts(day);
  return new Date(Date.UTC(year + years, month - 1, date)).toISOString().slice(0, 10);
};

/**
 * The month `2026-11`, or that of a day in it, `months` later or, when negative, earlier:
 * `2027-02`.
 */
export const addMonths = (of: string, months: number): string => {
  const { year, month } = parts(of);
  return new Date(Date.UTC(year, month - 1 + months)).toISOString().slice(0, 7);
};

/** The first and the last day of a month, or of that of a day in it. */
export const monthDays = (of: string): { from: string; to: string } => ({
  from: `${addMonths(of, 0)}-01`,
  to: addDays(`${addMonths(of, 1)}-01`, -1),
});

/** Days of a month within which the one before it is still open. */
const OPEN_DAYS = 7;

/** The first day whose month is not closed: until the seventh that of the month before. */
export const firstOpenDay = (day: string): string =>
  `${parts(day).day > OPEN_DAYS ? addMonths(day, 0) : addMonths(day, -1)}-01`;

/** An identity document issued on this day expires ten years later, minus one day. */
export const expiryOf = (issued: string): string => addDays(addYears(issued, 10), -1);

/**
 * Today in Ghana, which keeps UTC all year. A formatter with a time zone would cost a slow phone 50
 * ms.
 */
export const today = (now: Date = new Date()): string => now.toISOString().slice(0, 10);

/** The month of a day or of `2026-11`, without its year: `Nov`. */
export const monthAbbreviation = (of: string): string => (MONTHS[parts(of).month - 1] ?? '').slice(0, 3);

/** `2026-11-20` as `20 Nov 2026`. */
export const formatDay = (day: string): string => {
  const { year, day: date } = parts(day);
  return `${date} ${monthAbbreviation(day)} ${year}`;
};

/** The month `2026-11` as `November 2026`. */
export const formatMonth = (of: string): string => {
  const { year, month } = parts(of);
  return `${MONTHS[month - 1]} ${year}`;
};

/** The month `2026-11` as `Nov 2026`, for narrow columns. */
export const shortMonth = (of: string): string => `${monthAbbreviation(of)} ${parts(of).year}`;

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** The months as sent and stored, in uppercase. */
export const MONTH_CODES = MONTHS.map((month) => month.toUpperCase()) as [string, ...string[]];

/** The code of a month 1…12; null for none. */
export const monthCode = (month: number | null): string | null =>
  month === null ? null : (MONTH_CODES[month - 1] ?? null);

/** The number 1…12 of a month's code; 0 for any other text. */
export const monthNumber = (code: string | null | undefined): number => MONTH_CODES.indexOf(code ?? '') + 1;

/** For people in Ghana: `20 Nov 2026, 04:28`. */
export const formatInstant = (instant: string): string => {
  // Ghana keeps UTC all year.
  const [day = '', time = ''] = new Date(instant).toISOString().split('T');
  return `${formatDay(day)}, ${time.slice(0, 5)}`;
};

export { join as joinDay };
