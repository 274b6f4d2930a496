import { MAX_HEAD_LINES, MAX_TABLE_BYTES } from '@banbo/contract';
import { fileType } from '../file-type.ts';
import { withMemory } from '../memory-budget.ts';
import { createQueue } from '../queue.ts';
import { Refusal } from '../refusal.ts';
import { csvRows } from './csv-rows.ts';
import { type TableRow, tooLarge, unreadable } from './table-row.ts';
import { xlsxRows } from './xlsx-rows.ts';

/** A file with a table, read but not yet understood. */
export type TableFile = {
  fileName: string;
  lineCount: number;
  /** JSON texts of `[line, cells]`, up to 1,000 lines each: a third of the lines' own memory. */
  batches: string[];
  /** The first lines. */
  head: TableRow[];
  /** The first lines, and of the later ones the columns that were asked for. */
  looked: TableRow[];
};

type Wanted = {
  /** Says of a file without a table what one needs. */
  noTable: string;
  /** Names a file that has no name. */
  unnamed: string;
  /** The columns, by the first lines, whose values count in later lines too. */
  columns: (head: readonly TableRow[]) => readonly (number | null)[];
};

const BATCH = 1_000;
/** Characters of a batch that are made JSON at once. */
const BATCH_CHARACTERS = 250_000;
/** Characters of all lines together: a workbook may repeat one text in every cell. */
const MAX_CHARACTERS = 40_000_000;
const MAX_NAME = 120;

/** Megabytes that reading a file takes. */
const READING_MB = 80;

/**
 * Reads one file at a time, since each takes seconds of a processor. Up to fifty small ones may
 * wait; the room for bodies bounds their bytes.
 */
const queue = createQueue(1, 50);

const nameOf = (name: string, unnamed: string): string =>
  name
    .toWellFormed()
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(-MAX_NAME) || unnamed;

/** Cells that the column names and a line below them have at least. */
const MIN_CELLS = 3;

/** True when the first lines have room for a table: column names, and a line below them. */
const hasTable = (rows: readonly TableRow[]): boolean =>
  rows.filter(({ cells }) => cells.filter((cell) => cell !== '').length >= MIN_CELLS).length >= 2;

/** The first bytes of Office files before 2007, and of workbooks locked with a password. */
const OLD_OFFICE = 'd0cf11e0a1b11ae1';

const startsWith = (bytes: Uint8Array, hex: string): boolean =>
  Buffer.from(bytes.subarray(0, hex.length / 2)).toString('hex') === hex;

/**
 * The lines of a CSV or XLSX table, told by its bytes, without empty lines. Refuses other files,
 * damaged ones and too many lines with a sentence, as soon as that shows.
 */
export const tableRows = (bytes: Uint8Array): AsyncGenerator<TableRow> => {
  if (bytes.length === 0) throw unreadable('This file is empty.');
  if (startsWith(bytes, OLD_OFFICE)) {
    throw unreadable('This workbook is of an old kind or locked with a password. Please save it as CSV or XLSX.');
  }
  const type = fileType(bytes);
  if (type === 'application/zip') return xlsxRows(bytes);
  if (type === 'text/plain' || type === 'application/octet-stream') return csvRows(bytes);
  throw unreadable('This is no table. Please choose a CSV or XLSX file.');
};

const read = async (file: File, wanted: Wanted): Promise<TableFile> => {
  const head: TableRow[] = [];
  const others: TableRow[] = [];
  const batches: string[] = [];
  let batch: [number, string[]][] = [];
  let [lineCount, characters, batchCharacters] = [0, 0, 0];
  let columns: readonly (number | null)[] = [];
  const flush = (): void => {
    const text = JSON.stringify(batch);
    characters += text.length;
    if (characters > MAX_CHARACTERS) throw tooLarge('This file has more text than can be read. Please split it.');
    batches.push(text);
    batch = [];
    batchCharacters = 0;
  };
  for await (const row of tableRows(await file.bytes())) {
    lineCount += 1;
    batch.push([row.line, row.cells]);
    for (const cell of row.cells) batchCharacters += cell.length;
    if (batch.length === BATCH || batchCharacters > BATCH_CHARACTERS) flush();
    if (head.length < MAX_HEAD_LINES) {
      head.push(row);
      columns = wanted.columns(head);
    } else {
      const cells: string[] = [];
      for (const column of columns) if (column !== null) cells[column] = row.cells[column] ?? '';
      others.push({ line: row.line, cells });
    }
  }
  if (batch.length > 0) flush();
  if (!hasTable(head)) throw unreadable(wanted.noTable);
  return { fileName: nameOf(file.name, wanted.unnamed), lineCount, batches, head, looked: [...head, ...others] };
};

/** Reads a file with a table. Refuses it if it is none, too large, or if too many others wait. */
export const readTableFile = async (file: File, wanted: Wanted): Promise<TableFile> => {
  if (file.size > MAX_TABLE_BYTES) throw tooLarge('This file is larger than 10 MB. Please split it into shorter ones.');
  const turn = queue(() => withMemory(READING_MB, () => read(file, wanted)));
  if (!turn) throw new Refusal('busy', 'Other files are being read at this moment. Please try again in a moment.');
  return turn;
};
