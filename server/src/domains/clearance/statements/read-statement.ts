import { MAX_HEAD_LINES, MAX_STATEMENT_BYTES, type SuggestedMapping } from '@banbo/contract';
import { createQueue } from '#lib/queue.ts';
import { Refusal } from '#lib/refusal.ts';
import { tableRows } from '#lib/table-file/read-table.ts';
import { type TableRow, tooLarge, unreadable } from '#lib/table-file/table-row.ts';
import { hasTable, suggestMapping } from './reading/suggest-mapping.ts';

/** A statement's file, read but not yet understood. */
export type ReadStatement = {
  fileName: string;
  lineCount: number;
  /** JSON texts of `[line, cells]`, a thousand lines each: a third of the memory of the lines themselves. */
  batches: string[];
  head: TableRow[];
  suggestion: SuggestedMapping;
};

const BATCH = 1_000;
/** Characters of all lines together: a workbook may repeat one text in every cell. */
const MAX_CHARACTERS = 40_000_000;
const MAX_NAME = 120;

/** One file is read at a time, since each takes some seconds of a processor and some tens of megabytes. */
const queue = createQueue(1, 4);

const nameOf = (name: string): string =>
  name
    .toWellFormed()
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(-MAX_NAME) || 'statement';

const read = async (file: File): Promise<ReadStatement> => {
  const head: TableRow[] = [];
  const others: TableRow[] = [];
  const batches: string[] = [];
  let batch: [number, string[]][] = [];
  let [lineCount, characters] = [0, 0];
  let columns: number[] = [];
  const flush = (): void => {
    const text = JSON.stringify(batch);
    characters += text.length;
    if (characters > MAX_CHARACTERS) throw tooLarge('This file has more text than can be read. Please split it.');
    batches.push(text);
    batch = [];
  };
  for await (const row of tableRows(await file.bytes())) {
    lineCount += 1;
    batch.push([row.line, row.cells]);
    if (batch.length === BATCH) flush();
    if (head.length < MAX_HEAD_LINES) {
      head.push(row);
      const { date, amount } = suggestMapping(head);
      columns = [date, amount].filter((column) => column !== null);
    } else {
      // Days and signs of the later lines count for the suggestion too.
      const cells: string[] = [];
      for (const column of columns) cells[column] = row.cells[column] ?? '';
      others.push({ line: row.line, cells });
    }
  }
  if (batch.length > 0) flush();
  if (!hasTable(head)) {
    throw unreadable(
      'No table was found in this file. It needs column names, and lines with a date, an ID and an amount.',
    );
  }
  return { fileName: nameOf(file.name), lineCount, batches, head, suggestion: suggestMapping([...head, ...others]) };
};

/** Reads the file of a statement. Refuses what is no table, is too large, or comes while too many others are being read. */
export const readStatement = async (file: File): Promise<ReadStatement> => {
  if (file.size > MAX_STATEMENT_BYTES)
    throw tooLarge('This file is larger than 10 MB. Please split it into shorter ones.');
  const turn = queue(() => read(file));
  if (!turn) throw new Refusal('busy', 'Other files are being read at this moment. Please try again in a moment.');
  return turn;
};
