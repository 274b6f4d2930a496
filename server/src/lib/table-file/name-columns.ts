import { hash } from 'node:crypto';
import type { TableRow } from './table-row.ts';

/** Names that columns have, by what the columns mean, the likeliest first. */
export type ColumnNames<Field extends string> = Readonly<Record<Field, readonly Pick<RegExp, 'test'>[]>>;

/** The columns of a table by what they mean, counted from 0; null without one. */
export type Columns<Field extends string> = Readonly<Record<Field, number | null>>;

/** For each meaning the first column with a fitting name, the likeliest first; each column once. */
const columnsOf = <Field extends string>(cells: readonly string[], names: ColumnNames<Field>): Columns<Field> => {
  const taken = new Set<number>();
  const find = (patterns: ColumnNames<Field>[Field]): number | null => {
    for (const pattern of patterns) {
      const at = cells.findIndex((cell, column) => !taken.has(column) && pattern.test(cell));
      if (at >= 0) return taken.add(at) && at;
    }
    return null;
  };
  const found = Object.entries<ColumnNames<Field>[Field]>(names).map(([field, patterns]) => [field, find(patterns)]);
  return Object.fromEntries(found) as Columns<Field>;
};

/** Finds the line with the most known column names, and its columns; else the first line. */
export const columnsByName = <Field extends string>(
  head: readonly TableRow[],
  names: ColumnNames<Field>,
): { header: TableRow | undefined; columns: Columns<Field> } => {
  const found = head.map((header) => ({ header, columns: columnsOf(header.cells, names) }));
  const known = found.map(({ columns }) => Object.values(columns).filter((at) => at !== null).length);
  return found[known.indexOf(Math.max(...known))] ?? { header: undefined, columns: columnsOf([], names) };
};

export const fingerprintOf = (names: readonly string[]): string =>
  hash('sha256', JSON.stringify(names.map((name) => name.toLowerCase())));
