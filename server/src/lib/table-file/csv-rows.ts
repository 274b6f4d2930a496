import { Readable } from 'node:stream';
import { CsvError, type Info, parse } from 'csv-parse';
import { decodeText } from './decode-text.ts';
import { MAX_ROWS, type TableRow, TOO_MANY_ROWS, tidyRow, tooLarge, unreadable } from './table-row.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Lines by which the delimiter is found. */
const LOOKED_AT = 50;
/** Characters of one line. */
const MAX_LINE = 100_000;
/** Characters that are read before others get their turn. */
const PIECE = 64 * 1024;

const countIn = (text: string, sign: string): number => text.split(sign).length - 1;

/** The sign that separates most cells, quoted text aside, over the first lines. */
const delimiterOf = (text: string): string => {
  const lines = text
    .slice(0, PIECE)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split('\n')
    .slice(0, LOOKED_AT);
  const scores = DELIMITERS.map((sign) => lines.filter((line) => countIn(line, sign) >= 2).length);
  return DELIMITERS[scores.indexOf(Math.max(...scores))] ?? ',';
};

function* piecesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += PIECE) yield text.slice(start, start + PIECE);
}

const inWords = (error: CsvError, line: number): Error => {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE') {
    return unreadable(`From line ${line} on, a quotation mark is not closed or the line does not end.`, error);
  }
  return unreadable(`Line ${line} could not be read.`, error);
};

type Read = { record: string[]; info: Info };

/**
 * The lines of a CSV text, whatever separates its cells; a cell may have line breaks within quotation marks. Reads the text by
 * pieces, so that others get their turn.
 */
export async function* csvRows(bytes: Uint8Array): AsyncGenerator<TableRow> {
  const whole = decodeText(bytes);
  if (whole.includes('\0')) throw unreadable('This is no text file. Please save it as CSV or XLSX.');
  const lines = whole.replace(/\r\n?/g, '\n');
  // Excel's own line that names the delimiter; an empty one in its place keeps the numbers of lines.
  const named = /^sep=([,;|\t])\n/i.exec(lines);
  const text = named ? lines.slice(named[0].length - 1) : lines;
  // The line that the parser is at, which may be ahead of those that were taken.
  let at = 1;
  const parser = parse({
    delimiter: named?.[1] ?? delimiterOf(text),
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_LINE,
    info: true,
    on_record: (record, { lines: end }) => {
      at = end + 1;
      return record;
    },
  });
  let next = 1;
  let rows = 0;
  try {
    for await (const { record, info } of Readable.from(piecesOf(text)).pipe(parser) as AsyncIterable<Read>) {
      const row = tidyRow(next, record);
      next = info.lines + 1;
      if (!row) continue;
      rows += 1;
      if (rows > MAX_ROWS) throw tooLarge(TOO_MANY_ROWS);
      yield row;
    }
  } catch (error) {
    throw error instanceof CsvError ? inWords(error, at) : error;
  }
}
