import { Refusal } from '../refusal.ts';

/** A line of a file that holds a table: its number in the file, from 1, and its cells as a person reads them. */
export type TableRow = { line: number; cells: string[] };

/** Lines that a file may have, besides empty ones. */
const MAX_ROWS = 50_000;
/** Empty lines that a file may have: a few for each of the others. */
const MAX_EMPTY_ROWS = 200_000;
/** Columns that a file may have. */
export const MAX_COLUMNS = 60;
/** Characters of a cell that are read; nothing of a statement needs more. */
const MAX_CELL = 500;

export const unreadable = (message: string, cause?: unknown): Refusal =>
  new Refusal('invalid_input', message, { issues: [{ path: 'body.file', message }] }, { cause });

/** The refusal of a file that is too large. */
export const tooLarge = (message: string): Refusal => new Refusal('too_large', message);

const TOO_MANY_ROWS = `This file has more than ${MAX_ROWS.toLocaleString('en-GB')} lines. Please split it into shorter ones.`;
const TOO_MANY_EMPTY_ROWS = `This file has more than ${MAX_EMPTY_ROWS.toLocaleString('en-GB')} empty lines. Please delete them and save it again.`;

/** A cell on one line, without invisible characters and those that the database cannot hold. */
const tidy = (cell: string): string =>
  cell === ''
    ? ''
    : cell
        .slice(0, MAX_CELL)
        .toWellFormed()
        .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
        .replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, '')
        .trim();

/** The row with tidy cells and without empty ones at its end; null where no cell has anything. */
const tidyRow = (line: number, given: readonly string[]): TableRow | null => {
  const cells = given.map(tidy);
  const length = cells.findLastIndex((cell) => cell !== '') + 1;
  if (length > MAX_COLUMNS) throw tooLarge(`Line ${line} has more than ${MAX_COLUMNS} columns.`);
  return length === 0 ? null : { line, cells: cells.slice(0, length) };
};

export type RowCollector = {
  /** Adds a line of the file, tidied; leaves an empty one out. Refuses the file at the first line that is one too many. */
  add: (line: number, cells: readonly string[]) => void;
  /** The lines since it was last asked. */
  take: () => TableRow[];
};

/** Collects the lines of a file as its parser comes upon them. */
export const rowCollector = (): RowCollector => {
  let rows: TableRow[] = [];
  let [filled, empty] = [0, 0];
  return {
    add: (line, cells) => {
      const row = tidyRow(line, cells);
      if (!row) {
        empty += 1;
        if (empty > MAX_EMPTY_ROWS) throw tooLarge(TOO_MANY_EMPTY_ROWS);
        return;
      }
      filled += 1;
      if (filled > MAX_ROWS) throw tooLarge(TOO_MANY_ROWS);
      rows.push(row);
    },
    take: () => {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
};
