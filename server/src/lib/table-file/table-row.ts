import { Refusal } from '../refusal.ts';

/** A line of a table in a file: its number from 1, and its cells as a person reads them. */
export type TableRow = { line: number; cells: string[] };

/**
 * The lines of a file; what to know of where they stand in it, and which parts of the file were
 * looked at, with a space before: both are empty of a file that has one part.
 */
export type OpenedTable = { rows: AsyncGenerator<TableRow>; note: string; looked: string };

/** Lines that a file may have besides empty ones. */
const MAX_ROWS = 50_000;
const MAX_EMPTY_ROWS = 200_000;
export const MAX_COLUMNS = 60;
/** Characters that are read of a cell, where an import asks for no longer ones. */
export const MAX_CELL = 500;

export const unreadable = (message: string, cause?: unknown): Refusal =>
  new Refusal('invalid_input', message, { issues: [{ path: 'body.file', message }] }, { cause });

export const tooLarge = (message: string): Refusal => new Refusal('too_large', message);

const TOO_MANY_ROWS = `This file has more than ${MAX_ROWS.toLocaleString('en-GB')} lines. Please split it into shorter ones.`;
const TOO_MANY_EMPTY_ROWS = `This file has more than ${MAX_EMPTY_ROWS.toLocaleString('en-GB')} empty lines. Please delete them and save it again.`;

/** A cell on one line and without characters that nobody sees or that the database cannot hold. */
export const tidy = (cell: string, longest: number): string =>
  cell
    .slice(0, longest)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .trim();

/** The row with tidy cells and without empty ones at its end; null where no cell has anything. */
const tidyRow = (line: number, given: readonly string[], longest: number): TableRow | null => {
  const cells = given.map((cell) => cell && tidy(cell, longest));
  const length = cells.findLastIndex((cell) => cell !== '') + 1;
  if (length > MAX_COLUMNS) throw tooLarge(`Line ${line} has more than ${MAX_COLUMNS} columns.`);
  return length === 0 ? null : { line, cells: cells.slice(0, length) };
};

/** Gathers tidy lines, of whose cells at most `longest` characters are read. */
export const rowCollector = (longest: number) => {
  const rows: TableRow[] = [];
  let [filled, empty] = [0, 0];
  return {
    /** Adds a tidied line, unless it is empty. Refuses the file at the first line too many. */
    add: (line: number, cells: readonly string[]): void => {
      const row = tidyRow(line, cells, longest);
      if (row) rows.push(row);
      if (!row && ++empty > MAX_EMPTY_ROWS) throw tooLarge(TOO_MANY_EMPTY_ROWS);
      if (row && ++filled > MAX_ROWS) throw tooLarge(TOO_MANY_ROWS);
    },
    take: (): TableRow[] => rows.splice(0),
  };
};
