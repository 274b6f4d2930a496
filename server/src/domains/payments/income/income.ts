import { addDays, fromPesewas, PAYMENT_MODES, type Received, type ReceivedPeriod, toPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { TotalRange } from '#db/totals/read-totals.ts';
import { pluck } from '#lib/values.ts';
import { incomeByDay, incomeIn } from './income.repo.ts';

/** Days or months, the last one included. */
type Part = { grain: 'day' | 'month'; first: string; last: string };
type Days = { first: string; last: string; parts: readonly Part[] };
/** Days, and the matching days of the month or year before. */
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

/** A day, its month so far and its year so far, each with the matching days before. */
export const spansOf = (day: string): Record<'today' | 'month' | 'year', Span> => {
  const [month, last, year] = [monthBefore(day, 0), monthBefore(day, 1), monthBefore(day, 12)];
  const same = dayIn(last, day);
  return {
    today: { ...days(day, day), before: days(same, same) },
    month: { ...days(month, day), before: days(last, same) },
    year: { ...yearTo(day), before: yearTo(dayIn(year, day)) },
  };
};

type Type = { type_code: string; description: string };
type Rows = Awaited<ReturnType<typeof incomeIn>>;

const sumOf = (rows: Rows): string => fromPesewas(rows.reduce((sum, { amount }) => sum + toPesewas(amount), 0n));

const countOf = (rows: Rows): number => rows.reduce((sum, { count }) => sum + count, 0);

const periodOf = (
  { first, last, before }: Span,
  rows: Rows,
  earlier: Rows,
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

/**
 * Income by the books: of the day, of its month and year so far, each beside
 * the same days before, and of each day of this month and the last one.
 */
export const incomeOf = async (db: Db, day: string, types: readonly Type[]): Promise<Received> => {
  const spans = spansOf(day);
  const names = ['today', 'month', 'year'] as const;
  const ranges = names.flatMap((name): TotalRange[] => [
    ...spans[name].parts.map((part) => ({ ...part, name })),
    ...spans[name].before.parts.map((part) => ({ ...part, name: `${name} before` })),
  ]);
  const rows = await incomeIn(db, pluck(types, 'type_code'), ranges);
  const of = (name: (typeof names)[number]): ReceivedPeriod =>
    periodOf(
      spans[name],
      rows.filter((row) => row.name === name),
      rows.filter((row) => row.name === `${name} before`),
      types,
    );
  return {
    today: of('today'),
    month: of('month'),
    year: of('year'),
    days: await incomeByDay(db, spans.month.before.first, day),
  };
};
