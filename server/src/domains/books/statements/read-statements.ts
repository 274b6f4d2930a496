import {
  addDays,
  type BookStatement,
  formatDay,
  MAX_STATEMENT_MONTHS,
  STATEMENT_PART_LABELS,
  type StatementPart,
  shortMonth,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { refusalAt } from '#lib/refusal.ts';
import { bookDaysInWords, type Days, daysNeeded, firstOfYear, monthsOfDays, yearBefore } from './book-days.ts';
import { type BookFigures, readFigures } from './book-figures.ts';
import { type FigureColumn, lineOf, sectionOf } from './statement-lines.ts';

type Table = Pick<BookStatement, 'title' | 'columns' | 'has_change' | 'lines'>;

/** The account's statement of the days, or up to a day. */
const statementAt = (code: string, { from, to }: { from?: string; to: string }): string =>
  `/ledger_accounts/${code}?${from === undefined ? '' : `from=${from}&`}to=${to}`;

const movedIn = (figures: BookFigures, days: Days): FigureColumn => ({
  amounts: figures.moved(days),
  pathOf: (code) => statementAt(code, days),
});

/** Income, expenses and the result, a column for each range; that at `main` names the result. */
const resultLines = (figures: BookFigures, ranges: readonly Days[], main = 0): BookStatement['lines'] => {
  const columns = ranges.map((days) => movedIn(figures, days));
  const income = sectionOf(figures.chart, 'income', columns);
  const expenses = sectionOf(figures.chart, 'expense', columns);
  const left = income.sums.map((sum, n) => sum - (expenses.sums[n] ?? 0n));
  const name = (left[main] ?? 0n) < 0n ? 'Deficit' : 'Surplus';
  return [...income.lines, ...expenses.lines, lineOf({ kind: 'result', name }, left)];
};

const yearOf = ({ to }: Days): string => to.slice(0, 4);

const income = (figures: BookFigures, days: Days): Table => {
  const before = yearBefore(days);
  return {
    title: `${STATEMENT_PART_LABELS.income}, ${bookDaysInWords(days)}`,
    columns: [yearOf(days), yearOf(before)],
    has_change: true,
    lines: resultLines(figures, [days, before]),
  };
};

const balance = (figures: BookFigures, { to }: Days, before: Days): Table => {
  const days = [to, before.to];
  const columns = days.map(
    (day): FigureColumn => ({ amounts: figures.balances(day), pathOf: (code) => statementAt(code, { to: day }) }),
  );
  const [assets, liabilities] = [
    sectionOf(figures.chart, 'asset', columns),
    sectionOf(figures.chart, 'liability', columns),
  ];
  const results = days.map((day) => figures.results(day));
  const incomeAt = (from: string, day: string): string => `/yearly_ledger?from=${from}&to=${day}`;
  const ofYear = lineOf(
    { kind: 'account', name: 'Result of the year', depth: 1 },
    results.map(({ year }) => year),
    days.map((day) => incomeAt(firstOfYear(day), day)),
  );
  const ofEarlier = lineOf(
    { kind: 'account', name: 'Results of earlier years, not closed', depth: 1 },
    results.map(({ earlier }) => earlier),
    days.map((day) => incomeAt('2000-01-01', addDays(firstOfYear(day), -1))),
  );
  const more = [...(results.some(({ earlier }) => earlier !== 0n) ? [ofEarlier] : []), ofYear];
  const equity = sectionOf(figures.chart, 'equity', columns, { more });
  const both = liabilities.sums.map((sum, n) => sum + (equity.sums[n] ?? 0n));
  return {
    title: `${STATEMENT_PART_LABELS.balance} at the end of ${formatDay(to)}`,
    columns: days.map(formatDay),
    has_change: true,
    lines: [
      ...assets.lines,
      ...liabilities.lines,
      ...equity.lines,
      lineOf({ kind: 'result', name: 'Liabilities and equity' }, both),
    ],
  };
};

const trial = (figures: BookFigures, { to }: Days, before: Days): Table => {
  const days = [to, before.to];
  const sums = [0n, 0n, 0n, 0n];
  const lines = figures.chart.flatMap(({ code, name }) => {
    const sides = days.flatMap((day) => {
      const pesewas = figures.balances(day).get(code) ?? 0n;
      return pesewas >= 0n ? [pesewas, 0n] : [0n, -pesewas];
    });
    if (sides.every((pesewas) => pesewas === 0n)) return [];
    for (const [n, pesewas] of sides.entries()) sums[n] = (sums[n] ?? 0n) + pesewas;
    const paths = days.flatMap((day) => Array<string>(2).fill(statementAt(code, { to: day })));
    const shown = sides.map((pesewas) => (pesewas === 0n ? null : pesewas));
    return [lineOf({ kind: 'account', name: `${code} ${name}`, code }, shown, paths)];
  });
  const year = yearOf(before);
  return {
    title: `${STATEMENT_PART_LABELS.trial} at the end of ${formatDay(to)}`,
    columns: ['Debit', 'Credit', `Debit ${year}`, `Credit ${year}`],
    has_change: false,
    lines: [...lines, lineOf({ kind: 'result', name: 'In all' }, sums)],
  };
};

const byMonth = (figures: BookFigures, days: Days, before: Days): Table => {
  const months = monthsOfDays(days);
  return {
    title: `${STATEMENT_PART_LABELS.months}, ${bookDaysInWords(days)}`,
    columns: [...months.map(({ month }) => shortMonth(month).slice(0, 3)), 'In all', `In all ${yearOf(before)}`],
    has_change: false,
    lines: resultLines(figures, [...months, days, before], months.length),
  };
};

const TABLES = { income, balance, trial, months: byMonth } as const;

/** How many columns of a statement are of the year before: its last ones. */
const COLUMNS_BEFORE = { income: 1, balance: 1, trial: 2, months: 1 } as const;

/** True where every figure from a column on is nothing. */
const isEmpty = (lines: BookStatement['lines'], from = 0): boolean =>
  lines.every(({ figures }) =>
    figures.slice(from).every((figure) => figure === null || /^-?0\.00$/.test(figure.amount)),
  );

/** Leaves out the year before where it has no figure: there is nothing to compare with. */
const withoutEmptyYear = (table: Table, part: StatementPart): Table => {
  const count = table.columns.length - COLUMNS_BEFORE[part];
  if (!isEmpty(table.lines, count)) return table;
  return {
    ...{ ...table, columns: table.columns.slice(0, count), has_change: false },
    lines: table.lines.map((line) => ({ ...line, figures: line.figures.slice(0, count), change: null })),
  };
};

/**
 * A statement of the books for days, beside the year before where it has a figure. Refused with
 * 422 `refused` where months stand side by side and are too many.
 */
export const readStatement = async (
  db: Db,
  { part, query: days }: { part: StatementPart; query: Days },
): Promise<BookStatement> => {
  const before = yearBefore(days);
  const months = part === 'months' ? monthsOfDays(days) : [];
  if (months.length > MAX_STATEMENT_MONTHS) {
    throw refusalAt('refused', 'from', `Month by month takes at most ${MAX_STATEMENT_MONTHS} months.`);
  }
  const figures = await readFigures(db, [days, before, ...months].flatMap(daysNeeded));
  const table = withoutEmptyYear(TABLES[part](figures, days, before), part);
  return { part, ...table, is_empty: isEmpty(table.lines) };
};
