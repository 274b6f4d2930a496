import { fromPesewas, PAYMENT_MODES, type Received, type ReceivedPeriod, toPesewas } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { TotalRange } from '#db/totals/ranged-totals.ts';
import { type Span, spansOf } from './periods.ts';
import { receivedByDay, receivedIn } from './received.repo.ts';

type Type = { type_code: string; description: string };
type Rows = Awaited<ReturnType<typeof receivedIn>>;

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
 * Money received, of cleared payments by their dates: of the day, and of its month and year so far, each beside the same days
 * before; and of each day of this month and the last one.
 */
export const received = async (db: Db, day: string, types: readonly Type[]): Promise<Received> => {
  const spans = spansOf(day);
  const names = ['today', 'month', 'year'] as const;
  const ranges = names.flatMap((name): TotalRange[] => [
    ...spans[name].parts.map((part) => ({ ...part, name })),
    ...spans[name].before.parts.map((part) => ({ ...part, name: `${name} before` })),
  ]);
  const rows = await receivedIn(
    db,
    types.map(({ type_code }) => type_code),
    ranges,
  );
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
    days: await receivedByDay(db, spans.month.before.first, day),
  };
};
