import { createHash } from 'node:crypto';
import type { TableRow } from './table-row.ts';

/** Names that columns have, by what the columns mean, the likeliest first. */
export type ColumnNames<Field extends string> = Readonly<Record<Field, readonly RegExp[]>>;

/**
 * Finds columns by their names: for each meaning, in their order, the first column whose name fits,
 * the likeliest name first; each column once. Null where none fits.
 */
export const columnsByName = <Field extends string>(
  cells: readonly string[],
  names: ColumnNames<Field>,
): Record<Field, number | null> => {
  const taken = new Set<number>();
  const find = (patterns: readonly RegExp[]): number | null => {
    for (const pattern of patterns) {
      const at = cells.findIndex((cell, column) => !taken.has(column) && pattern.test(cell));
      if (at < 0) continue;
      taken.add(at);
      return at;
    }
    return null;
  };
  const found = Object.entries<readonly RegExp[]>(names).map(([field, patterns]) => [field, find(patterns)]);
  return Object.fromEntries(found) as Record<Field, number | null>;
};

/** Finds the line with the most known column names; the first line where none is known. */
export const headerOf = <Field extends string>(
  head: readonly TableRow[],
  names: ColumnNames<Field>,
): TableRow | undefined => {
  const known = head.map(({ cells }) => Object.values(columnsByName(cells, names)).filter((at) => at !== null).length);
  return head[known.indexOf(Math.max(...known))];
};

/** The fingerprint by which tables with the same column names are recognised. */
export const fingerprintOf = (names: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(names.map((name) => name.toLowerCase())))
    .digest('hex');

/**
 * A mapping that was remembered for a table with the same column names, wherever among its first
 * lines they stand; null without one. `find` gives the mappings of fingerprints.
 */
export const rememberedMapping = async <Mapping extends object>(
  head: readonly TableRow[],
  find: (fingerprints: readonly string[]) => Promise<ReadonlyMap<string, Mapping>>,
): Promise<(Mapping & { header_line: number }) | null> => {
  const lines = head.map(({ line, cells }) => ({ line, fingerprint: fingerprintOf(cells) }));
  const mappings = await find(lines.map(({ fingerprint }) => fingerprint));
  const header = lines.find(({ fingerprint }) => mappings.has(fingerprint));
  const mapping = header && mappings.get(header.fingerprint);
  return mapping ? { ...mapping, header_line: header.line } : null;
};
