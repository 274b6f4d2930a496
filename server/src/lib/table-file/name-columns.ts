import { hash } from 'node:crypto';
import type { TableRow } from './table-row.ts';

/** A column's name in any case, or a pattern of names. */
type ColumnName = string | RegExp;

/** Names that columns have, by what the columns mean, the likeliest first. */
export type ColumnNames<Field extends string> = Readonly<Record<Field, readonly ColumnName[]>>;

/** The columns of a table by what they mean, counted from 0; null without one. */
export type Columns<Field extends string> = Readonly<Record<Field, number | null>>;

const fits = (name: ColumnName, cell: string): boolean =>
  typeof name === 'string' ? name.toLowerCase() === cell.toLowerCase() : name.test(cell);

/** For each meaning the first column with a fitting name, the likeliest first; each column once. */
const columnsOf = <Field extends string>(cells: readonly string[], names: ColumnNames<Field>): Columns<Field> => {
  const taken = new Set<number>();
  const find = (known: readonly ColumnName[]): number | null => {
    for (const name of known) {
      const at = cells.findIndex((cell, column) => !taken.has(column) && fits(name, cell));
      if (at >= 0) return taken.add(at) && at;
    }
    return null;
  };
  const found = Object.entries<readonly ColumnName[]>(names).map(([field, known]) => [field, find(known)]);
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
