import { MAX_HEAD_LINES, MAX_TABLE_BYTES } from '@banbo/contract';
import { fileType } from '../file-type.ts';
import { withMemory } from '../memory-budget.ts';
import { createQueue } from '../queue.ts';
import { Refusal } from '../refusal.ts';
import { csvRows, textStart } from './csv-rows.ts';
import { geojsonRows, isJson } from './geojson-rows.ts';
import { MAX_CELL, type OpenedTable, type TableRow, tooLarge, unreadable } from './table-row.ts';
import { openXlsx } from './xlsx-rows.ts';

export type TableFile = {
  fileName: string;
  /** Says which sheet of several was read; empty of another file. */
  readFrom: string;
  lineCount: number;
  /** JSON texts of `[line, cells]`, up to 1,000 lines each: a third of the lines' own memory. */
  batches: string[];
  head: TableRow[];
  /** The first lines, and of the later ones the columns that were asked for. */
  looked: TableRow[];
};

type Wanted = {
  /** Says of a file without a table what one needs. */
  noTable: string;
  unnamed: string;
  /** The fewest cells of a line of the table; three when absent. */
  fewestCells?: number | undefined;
  /** Characters that are read of a cell, such as one with a boundary; 500 when absent. */
  longestCell?: number | undefined;
  /** How many of the needed columns the first lines name: the sheet that has most is read. */
  known: (head: readonly TableRow[]) => number;
  /** The columns, by the first lines, whose values count in later lines too. */
  columns: (head: readonly TableRow[]) => readonly (number | null)[];
};

const BATCH = 1_000;
/** Characters of a batch that are made JSON at once. */
const BATCH_CHARACTERS = 250_000;
/** Characters of all lines together: a workbook may repeat one text in every cell. */
const MAX_CHARACTERS = 40_000_000;
const MAX_NAME = 120;

const READING_MB = 80;

/** One file is read at a time; fifty may wait, whose bytes the room for bodies bounds. */
const queue = createQueue(1, 50);

const nameOf = (name: string, unnamed: string): string =>
  name
    .toWellFormed()
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(-MAX_NAME) || unnamed;

/** True where two lines, column names and one below them, have so many cells or more. */
const hasTable = (rows: readonly TableRow[], fewest = 3): boolean =>
  rows.filter(({ cells }) => cells.filter((cell) => cell !== '').length >= fewest).length >= 2;

/** The first bytes of Office files before 2007, and of workbooks locked with a password. */
const OLD_OFFICE = 'd0cf11e0a1b11ae1';

const AS_XLSX = 'Please open it in a spreadsheet and save it as XLSX.';

/** Refuses web pages and workbooks as XML, which banks and old programs name .xls. */
const refuseMarkup = (bytes: Uint8Array): void => {
  const start = textStart(bytes).trimStart();
  if (/^<\?xml.*urn:schemas-microsoft-com:office:spreadsheet/is.test(start)) {
    throw unreadable(`This is a workbook of an old kind. ${AS_XLSX}`);
  }
  const isPage = start.startsWith('<') && /<(?:!doctype html|html|head|meta|body|style|table)[\s>]/i.test(start);
  if (isPage || /^MIME-Version:/i.test(start))
    throw unreadable(`This is a web page, whatever its name says. ${AS_XLSX}`);
};

/**
 * Opens a CSV, XLSX or GeoJSON file, told apart by its bytes; empty lines are left out. Of a
 * workbook, `rank` says by the first lines of a sheet how likely it is meant; 0 of one that is not.
 */
export const openTable = async (
  bytes: Uint8Array,
  { longest = MAX_CELL, rank = () => 0 }: { longest?: number; rank?: (head: readonly TableRow[]) => number } = {},
): Promise<OpenedTable> => {
  if (bytes.length === 0) throw unreadable('This file is empty.');
  if (Buffer.from(bytes.subarray(0, 8)).toString('hex') === OLD_OFFICE) {
    throw unreadable('This workbook is of an old kind or locked with a password. Please save it as CSV or XLSX.');
  }
  const type = fileType(bytes);
  if (type === 'application/zip') return openXlsx(bytes, longest, rank);
  refuseMarkup(bytes);
  const alone = { note: '', looked: '' };
  if (isJson(bytes)) return { rows: geojsonRows(bytes, longest), ...alone };
  if (type === 'text/plain' || type === 'application/octet-stream') return { rows: csvRows(bytes, longest), ...alone };
  throw unreadable('This is not a table. Please choose a CSV or XLSX file.');
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
  const table = await openTable(await file.bytes(), {
    ...(wanted.longestCell && { longest: wanted.longestCell }),
    rank: (first) => (hasTable(first, wanted.fewestCells) ? 1 + wanted.known(first) : 0),
  });
  for await (const row of table.rows) {
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
  if (!hasTable(head, wanted.fewestCells)) throw unreadable(wanted.noTable + table.looked);
  const fileName = nameOf(file.name, wanted.unnamed);
  return { fileName, readFrom: table.note, lineCount, batches, head, looked: [...head, ...others] };
};

/** Refuses what is no table, is too large, or comes while too many others are being read. */
export const readTableFile = async (file: File, wanted: Wanted): Promise<TableFile> => {
  if (file.size > MAX_TABLE_BYTES) throw tooLarge('This file is larger than 10 MB. Please split it into shorter ones.');
  const turn = queue(() => withMemory(READING_MB, () => read(file, wanted)));
  if (!turn) throw new Refusal('busy', 'Other files are being read right now. Please try again in a moment.');
  return turn;
};
