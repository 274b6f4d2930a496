import type { DriverLineField, DriverMapping } from '@banbo/contract';

/** Words that old lists put where nothing is known. */
const NOTHING = /^(?:[-–—.?/]+|n\/?a|nil|none|null|unknown)$/i;

/** A text behind the mark by which a spreadsheet keeps digits, or by which our own files keep it from being run. */
const unquoted = (cell: string): string => /^="(.*)"$/.exec(cell)?.[1] ?? cell.replace(/^'(?=[=+@\d-])/, '');

/** The cell of a line for a field; empty where the list has no such column or nothing is known. */
export const cellOf = (cells: readonly string[], mapping: DriverMapping, field: DriverLineField): string => {
  const column = mapping[field];
  const cell = unquoted(column === null ? '' : (cells[column] ?? '')).trim();
  return NOTHING.test(cell) ? '' : cell;
};

/** True of a formula whose value the file does not have. */
export const isFormula = (cell: string): boolean => /^[=@]/.test(cell);
