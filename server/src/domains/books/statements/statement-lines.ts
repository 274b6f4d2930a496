import {
  ACCOUNT_KIND_LABELS,
  type BookAccountKind,
  type BookStatementLine,
  fromPesewas,
  groupThousands,
  naturalPesewas,
  toPesewas,
} from '@banbo/contract';
import type { LedgerAccount } from '#domains/ledger';
import { kindOf, withHeadings } from '../chart.ts';
import type { Amounts } from './book-figures.ts';

/** Balances or movements, and the page that has an account's rows of them. */
export type FigureColumn = { amounts: Amounts; pathOf: (code: string) => string };

/** How much more than before, `+37%`; null where there was nothing before, or less than nothing. */
export const changeInPercent = (now: bigint, before: bigint): string | null => {
  if (before <= 0n) return null;
  const more = now - before;
  const half = more < 0n ? -before / 2n : before / 2n;
  const percent = (more * 100n + half) / before;
  if (percent === 0n) return '0%';
  const size = groupThousands(`${percent < 0n ? -percent : percent}.00`).slice(0, -3);
  return `${percent < 0n ? '−' : '+'}${size}%`;
};

type Named = Pick<BookStatementLine, 'kind' | 'name'> & Partial<Pick<BookStatementLine, 'depth' | 'code'>>;

/** A line with a figure in pesewas a column, as people read them. */
export const lineOf = (
  { kind, name, depth = 0, code = null }: Named,
  figures: readonly (bigint | null)[],
  paths: readonly (string | null)[] = [],
): BookStatementLine => {
  const [now, before] = figures;
  return {
    ...{ kind, depth, code, name },
    figures: figures.map((pesewas, n) =>
      pesewas === null ? null : { amount: fromPesewas(pesewas), path: paths[n] ?? null },
    ),
    change: typeof now === 'bigint' && typeof before === 'bigint' ? changeInPercent(now, before) : null,
  };
};

/** The accounts under a heading (or of none) that have a figure, each heading before its own. */
const branches = (
  accounts: readonly LedgerAccount[],
  columns: readonly FigureColumn[],
  parent: string | null,
  depth: number,
): BookStatementLine[] =>
  accounts
    .filter((account) => account.parent === parent)
    .flatMap((account) => {
      const { code, name, is_heading } = account;
      const under = branches(accounts, columns, code, depth + 1);
      const figures = columns.map(({ amounts }) => naturalPesewas(kindOf(account), amounts.get(code) ?? 0n));
      if (under.length === 0 && figures.every((pesewas) => pesewas === 0n)) return [];
      const kind = is_heading ? 'heading' : 'account';
      const paths = is_heading ? [] : columns.map(({ pathOf }) => pathOf(code));
      return [lineOf({ kind, name, depth, code }, figures, paths), ...under];
    });

export type StatementSection = { lines: BookStatementLine[]; sums: bigint[] };

/** A kind's accounts with their headings and the sum, one figure a column. */
export const sectionOf = (
  chart: readonly LedgerAccount[],
  kind: BookAccountKind,
  columns: readonly FigureColumn[],
  { more = [] }: { more?: readonly BookStatementLine[] } = {},
): StatementSection => {
  const own = chart.filter((account) => kindOf(account) === kind);
  const withSums = columns.map((column) => ({ ...column, amounts: withHeadings(chart, column.amounts) }));
  const sums = columns.map(({ amounts }, n) => {
    const added = more.reduce((sum, line) => sum + toPesewas(line.figures[n]?.amount ?? '0.00'), 0n);
    return own.reduce((sum, { code }) => sum + naturalPesewas(kind, amounts.get(code) ?? 0n), added);
  });
  const label = ACCOUNT_KIND_LABELS[kind];
  const lines = [
    lineOf({ kind: 'section', name: label }, []),
    ...branches(own, withSums, null, 1),
    ...more,
    lineOf({ kind: 'sum', name: `${label}, in all` }, sums),
  ];
  return { lines, sums };
};
