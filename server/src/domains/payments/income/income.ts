import {
  addDays,
  fromPesewas,
  PAYMENT_MODES,
  type PaymentMode,
  type Received,
  type ReceivedPeriod,
  toPesewas,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { TotalRange } from '#db/totals/read-totals.ts';
import { readPaymentTypes } from '#domains/prices';
import { pluck } from '#lib/values.ts';
import type { BookedMinutes, Minutes } from './booked-minutes.ts';
import { incomeBy, incomeIn } from './income.repo.ts';

/** Days or months, the last one included. */
type Part = { grain: 'day' | 'month'; first: string; last: string };
type Days = { first: string; last: string; parts: readonly Part[] };
/** Days, and those that they are compared with, whose parts leave out the last of them. */
type Span = Days & { before: Days };

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

/** A year up to a day: its whole months, then the days of the last month. */
const yearTo = (day: string): Days => {
  const [first, month] = [`${day.slice(0, 5)}01-01`, monthBefore(day, 0)];
  const whole: Part = { grain: 'month', first: first.slice(0, 7), last: monthBefore(day, 1).slice(0, 7) };
  const own = days(month, day);
  return { first, last: day, parts: first === month ? own.parts : [whole, ...own.parts] };
};

/** The same day of the month that begins `months` earlier, or its last one. */
export const sameDayBefore = (day: string, months: number): string => dayIn(monthBefore(day, months), day);

/** The parts of a span before its last day, of which only the hours up to a time count. */
const withoutLastDay = ({ first, last }: Days, upTo: (last: string) => Days): Days => ({
  first,
  last,
  parts: first === last ? [] : upTo(addDays(last, -1)).parts,
});

/**
 * A day, its month so far and its year so far, each with its like: the weekday a week before, the
 * same days of the month and the year before.
 */
export const spansOf = (day: string): Record<'today' | 'month' | 'year', Span> => {
  const [month, last] = [monthBefore(day, 0), monthBefore(day, 1)];
  const week = days(addDays(day, -7), addDays(day, -7));
  const monthLike = days(last, sameDayBefore(day, 1));
  const yearLike = yearTo(sameDayBefore(day, 12));
  return {
    today: { ...days(day, day), before: withoutLastDay(week, (until) => days(week.first, until)) },
    month: { ...days(month, day), before: withoutLastDay(monthLike, (until) => days(last, until)) },
    year: { ...yearTo(day), before: withoutLastDay(yearLike, yearTo) },
  };
};

type Type = { type_code: string; description: string };
type Rows = Awaited<ReturnType<typeof incomeIn>>;

const sumOf = (rows: readonly { amount: string }[]): string =>
  fromPesewas(rows.reduce((sum, { amount }) => sum + toPesewas(amount), 0n));

const countOf = (rows: Rows): number => rows.reduce((sum, { count }) => sum + count, 0);

const periodOf = (
  { first, last, before }: Span,
  rows: Rows,
  earlier: readonly { amount: string }[],
  types: readonly Type[],
): ReceivedPeriod => ({
  first,
  last,
  count: countOf(rows),
  amount: sumOf(rows),
  before: { first: before.first, last: before.last, amount: sumOf(earlier) },
  types: types.flatMap(({ type_code, description }) => {
    const own = rows.filter((row) => row.type_code === type_code);
    return own.length === 0 ? [] : [{ type_code, description, count: countOf(own), amount: sumOf(own) }];
  }),
  modes: PAYMENT_MODES.flatMap((mode) => {
    const own = rows.filter((row) => row.mode === mode);
    return own.length === 0 ? [] : [{ mode, count: countOf(own), amount: sumOf(own) }];
  }),
});

const NAMES = ['today', 'month', 'year'] as const;

/** Pesewas that were booked up to a time of the day, `14:07`. */
const until = (minutes: Minutes, time: string): bigint => {
  const last = 60 * Number(time.slice(0, 2)) + Number(time.slice(3));
  return [...minutes].reduce((sum, [minute, pesewas]) => (minute <= last ? sum + pesewas : sum), 0n);
};

const hoursOf = (day: string, minutes: Minutes): Received['hours'] => {
  const hours = new Map<number, bigint>();
  for (const [minute, pesewas] of minutes) {
    const hour = Math.floor(minute / 60);
    hours.set(hour, (hours.get(hour) ?? 0n) + pesewas);
  }
  return [...hours]
    .sort(([one], [other]) => one - other)
    .map(([hour, pesewas]) => ({ day, hour, amount: fromPesewas(pesewas) }));
};

/**
 * Income by the books: of the day, of its month and year so far, each beside its like up to the
 * same time, and by the hours, days and months of charts.
 */
export const incomeOf = async (
  db: Db,
  { day, time, booked }: { day: string; time: string; booked: BookedMinutes },
): Promise<Received> => {
  const spans = spansOf(day);
  const ranges = NAMES.flatMap((name): TotalRange[] => [
    ...spans[name].parts.map((part) => ({ ...part, name })),
    ...spans[name].before.parts.map((part) => ({ ...part, name: `${name} before` })),
  ]);
  const lasts = NAMES.map((name) => spans[name].before.last);
  const byType = async () => {
    const types = await readPaymentTypes(db);
    return { types, rows: await incomeIn(db, pluck(types, 'type_code'), ranges) };
  };
  const [{ types, rows }, minutes, chart] = await Promise.all([
    byType(),
    booked(db, [...new Set([day, ...lasts])]),
    incomeBy(db, {
      day: { first: spans.month.before.first, last: day },
      month: { first: spans.year.before.first.slice(0, 7), last: day.slice(0, 7) },
    }),
  ]);
  const minutesOf = (of: string): Minutes => minutes.get(of) ?? new Map();
  const of = (name: (typeof NAMES)[number]): ReceivedPeriod => {
    const lastDay = { amount: fromPesewas(until(minutesOf(spans[name].before.last), time)) };
    const [own, whole] = [name, `${name} before`].map((one) => rows.filter((row) => row.name === one)) as [Rows, Rows];
    return periodOf(spans[name], own, [...whole, lastDay], types);
  };
  return {
    today: of('today'),
    month: of('month'),
    year: of('year'),
    hours: [spans.today.before.last, day].flatMap((one) => hoursOf(one, minutesOf(one))),
    days: chart.day.map(({ period, amount }) => ({ day: period, amount })),
    months: chart.month.map(({ period, amount }) => ({ month: period, amount })),
  };
};

/** True of days that are whole months. */
const areMonths = ({ from, to }: { from: string; to: string }): boolean =>
  from.endsWith('-01') && addDays(to, 1).endsWith('-01');

/**
 * Pesewas received less reversed on days, by mode of payment, under the name of each range of
 * days. By the books, as the sums of payments by day are.
 */
export const receivedByMode = async <Name extends string>(
  db: Db,
  ranges: Readonly<Record<Name, { from: string; to: string }>>,
): Promise<Record<Name, ReadonlyMap<PaymentMode, bigint>>> => {
  const names = Object.keys(ranges) as Name[];
  const parts = names.map((name): TotalRange => {
    const { from: first, to: last } = ranges[name];
    return areMonths(ranges[name])
      ? { name, grain: 'month', first: first.slice(0, 7), last: last.slice(0, 7) }
      : { name, grain: 'day', first, last };
  });
  const rows = await incomeIn(db, pluck(await readPaymentTypes(db), 'type_code'), parts);
  const sums = names.map((name) => {
    const own = new Map<PaymentMode, bigint>();
    for (const { mode, amount } of rows.filter((row) => row.name === name)) {
      own.set(mode, (own.get(mode) ?? 0n) + toPesewas(amount));
    }
    return [name, own] as const;
  });
  return Object.fromEntries(sums) as unknown as Record<Name, ReadonlyMap<PaymentMode, bigint>>;
};
