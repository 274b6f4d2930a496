import { MAX_WHOLE_DIGITS, toPesewas } from '../common/pesewas.ts';

/** The terms that decide over a tenancy's rent (docs/product/land.md, rules 91 and 92). */
export type RentTerms = {
  commencement: string;
  /** A year's, from `rent_from` on. */
  ground_rent: string;
  /** The first year that `ground_rent` holds for; null for the year of the commencement. */
  rent_from: number | null;
  review_years: number | null;
  review_percent: string | null;
  /** Rents that the office entered, each from its year on. Of one year the last counts. */
  reviews: readonly { from_year: number; ground_rent: string }[];
};

/**
 * The rent of a year in pesewas and the year that it has held from. `due` is the year of a review
 * for which nobody has entered a rent yet, after which `rent` is the last one known.
 */
export type RentOfYear = { rent: bigint; since: number; due: number | null };

const yearOf = (day: string): number => Number(day.slice(0, 4));

/** A share of an amount, rounded half up to the pesewa. */
export const shareOf = (pesewas: bigint, part: bigint, whole: bigint): bigint =>
  (2n * pesewas * part + whole) / (2n * whole);

/** `25.00` per cent as 2500 parts of 10,000. */
const partsOf = (percent: string): bigint => toPesewas(percent);

/** The calendar years with whose first day reviews begin to count, after one year up to another. */
const reviewYears = ({ commencement, review_years }: RentTerms, after: number, upTo: number): number[] => {
  if (review_years === null) return [];
  const first = yearOf(commencement) + (commencement.endsWith('-01-01') ? 0 : 1);
  const years: number[] = [];
  for (let year = first + review_years; year <= upTo; year += review_years) if (year > after) years.push(year);
  return years;
};

/** The rent that the terms or the office's last review say, before further reviews grow it. */
const baseOf = ({ commencement, ground_rent, rent_from, reviews }: RentTerms, year: number) => {
  const first = { from_year: rent_from ?? yearOf(commencement), ground_rent };
  return reviews.reduce((last, one) => (one.from_year <= year && one.from_year >= last.from_year ? one : last), first);
};

/**
 * The rent of a year: at each review it grows by the terms' per cent, compounding, in whole
 * pesewas half up. A review counts from the first calendar year that begins on its day or later.
 */
export const rentOf = (terms: RentTerms, year: number): RentOfYear => {
  const base = baseOf(terms, year);
  let rent = toPesewas(base.ground_rent);
  let since = base.from_year;
  for (const review of reviewYears(terms, base.from_year, year)) {
    if (terms.review_percent === null) return { rent, since, due: review };
    rent = shareOf(rent, 10_000n + partsOf(terms.review_percent), 10_000n);
    since = review;
  }
  return { rent, since, due: null };
};

/** The days for which somebody holds a plot: the last bound is no longer theirs. */
type Held = { held_from: string; held_until: string | null; ends_on: string };

const earliest = (...days: (string | null)[]): string =>
  days.reduce<string>((first, day) => (day !== null && day < first ? day : first), '9999-12-31');
const latest = (one: string, other: string | null): string => (other !== null && other > one ? other : one);

const DAY_MS = 86_400_000;
const daysFrom = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / DAY_MS;

const text = (year: number): string => String(year).padStart(4, '0');

/** The longest amount that is stored. */
const MOST = 10n ** BigInt(MAX_WHOLE_DIGITS + 2) - 1n;

/**
 * The pesewas by which a review lowers the rent of all years that it holds for, until the tenancy
 * or its term ends. Years whose rent it raises, or that need a further review, do not count.
 */
export const rentGivenUpBy = (terms: RentTerms & Held, review: RentTerms['reviews'][number]): bigint => {
  const reviewed = { ...terms, reviews: [...terms.reviews, review] };
  const until = earliest(terms.held_until, terms.ends_on);
  let sum = 0n;
  for (let year = review.from_year; `${text(year)}-01-01` < until; year += 1) {
    const { rent, due } = rentOf(reviewed, year);
    const was = rentOf(terms, year).rent;
    if (due === null && rent < was) sum += was - rent;
  }
  return sum > MOST ? MOST : sum;
};

/** A year's rent of a tenancy as it is raised, or why it is not. */
export type RentPart =
  | { outcome: 'whole' | 'part'; amount: bigint; from_day: string; until_day: string }
  | { outcome: 'no_rent' | 'review_due' | 'not_held' | 'raised_before' | 'too_large' };

/**
 * The part of a year's rent for the days on which the tenancy is held, up to the end of its term,
 * and from `coveredUntil` on, where the plot's rent of the days before is raised already.
 */
export const rentPartOf = (terms: RentTerms & Held, year: number, coveredUntil: string | null): RentPart => {
  const [first, next] = [`${text(year)}-01-01`, `${text(year + 1)}-01-01`];
  const from = latest(first, terms.held_from);
  const until = earliest(next, terms.held_until, terms.ends_on);
  if (from >= until) return { outcome: 'not_held' };
  if (coveredUntil !== null && coveredUntil >= until) return { outcome: 'raised_before' };
  const { rent, due } = rentOf(terms, year);
  if (due !== null) return { outcome: 'review_due' };
  const from_day = latest(from, coveredUntil);
  const isWhole = from_day === first && until === next;
  const [days, whole] = [daysFrom(from_day, until), daysFrom(first, next)];
  const amount = isWhole ? rent : shareOf(rent, BigInt(days), BigInt(whole));
  if (amount > MOST) return { outcome: 'too_large' };
  if (amount === 0n) return { outcome: 'no_rent' };
  return { outcome: isWhole ? 'whole' : 'part', amount, from_day, until_day: until };
};

/**
 * The rent with which a record goes on that follows this one in a year, and the year that it has
 * held from: reviews go on as they would have.
 */
export const rentCarriedOver = (terms: RentTerms, year: number): { pesewas: bigint; rent_from: number } => {
  const { rent, since } = rentOf(terms, year);
  return { pesewas: rent > MOST ? MOST : rent, rent_from: since };
};

/** The age of a debt in calendar years. */
export const RENT_AGES = ['this', 'one', 'two', 'three'] as const;
export type RentAge = (typeof RENT_AGES)[number];
export const RENT_AGE_LABELS: Readonly<Record<RentAge, string>> = {
  this: 'This year only',
  one: 'Since last year',
  two: 'Two years old',
  three: 'Three years and older',
};

export const rentAgeOf = (owedSince: string, day: string): RentAge =>
  RENT_AGES[Math.max(0, Math.min(3, yearOf(day) - yearOf(owedSince)))] ?? 'this';

/** The due days of debts of an age on a day. */
export const dueDaysOf = (age: RentAge, day: string): { from?: string; to?: string } => {
  const year = yearOf(day) - RENT_AGES.indexOf(age);
  return {
    ...(age !== 'three' && { from: `${text(year)}-01-01` }),
    ...(age !== 'this' && { to: `${text(year)}-12-31` }),
  };
};
