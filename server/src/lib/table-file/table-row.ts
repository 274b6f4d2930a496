import { Refusal } from '../refusal.ts';

/** A line of a file that holds a table: its number in the file, from 1, and its cells as a person reads them. */
export type TableRow = { line: number; cells: string[] };

/** Lines that a file may have; empty ones do not count. */
export const MAX_ROWS = 50_000;
/** Columns that a file may have. */
export const MAX_COLUMNS = 60;
/** Characters of a cell that are read; nothing of a statement needs more. */
const MAX_CELL = 500;

export const unreadable = (message: string, cause?: unknown): Refusal =>
  new Refusal('invalid_input', message, { issues: [{ path: 'body.file', message }] }, { cause });

/** Tells the sender of a file that is larger than what is read at once. */
export const tooLarge = (message: string): Refusal => new Refusal('too_large', message);

export const TOO_MANY_ROWS = `This file has more than ${MAX_ROWS.toLocaleString('en-GB')} lines. Please split it into shorter ones.`;

/** A cell on one line and without characters that nobody sees or that the database cannot hold. */
const tidy = (cell: string): string =>
  cell
    .slice(0, MAX_CELL)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .trim();

/** The row with tidy cells and without empty ones at its end; null where no cell has anything. */
export const tidyRow = (line: number, given: readonly string[]): TableRow | null => {
  const cells = given.map(tidy);
  const length = cells.findLastIndex((cell) => cell !== '') + 1;
  if (length > MAX_COLUMNS) throw tooLarge(`Line ${line} has more than ${MAX_COLUMNS} columns.`);
  return length === 0 ? null : { line, cells: cells.slice(0, length) };
};
