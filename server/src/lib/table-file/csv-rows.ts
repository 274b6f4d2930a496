import { CsvError, type Parser, parse } from 'csv-parse';
import { giveWay } from '../give-way.ts';
import { decodeText } from './decode-text.ts';
import { rowCollector, type TableRow, unreadable } from './table-row.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Lines by which the delimiter is found. */
const LOOKED_AT = 50;
/** Characters of one line. */
const MAX_LINE = 100_000;
/** Characters that are read before others get their turn. */
const PIECE = 8 * 1024;

const countIn = (text: string, sign: string): number => text.split(sign).length - 1;

/** The sign that separates most cells, quoted text aside, over the first lines. */
const delimiterOf = (text: string): string => {
  const lines = text
    .replace(/"(?:[^"]|"")*"/g, '')
    .split('\n')
    .slice(0, LOOKED_AT);
  const scores = DELIMITERS.map((sign) => lines.filter((line) => countIn(line, sign) >= 2).length);
  return DELIMITERS[scores.indexOf(Math.max(...scores))] ?? ',';
};

const endless = (line: number, cause?: CsvError): Error =>
  unreadable(`From line ${line} on, a quotation mark is not closed or the line does not end.`, cause);

const inWords = (error: unknown, line: number): unknown => {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE') return endless(line, error);
  return unreadable(`Line ${line} could not be read.`, error);
};

/** The length of the line that a text ends with, which began `before` characters before it where the text has no line's end. */
const unendedLength = (text: string, before: number): number => {
  const end = text.lastIndexOf('\n');
  return end < 0 ? before + text.length : text.length - end - 1;
};

/** Gives the parser a piece of the text, or its end; `onRecord` has been called for every record in it then. */
const feed = (parser: Parser, piece: string | null): Promise<void> =>
  new Promise((done, fail) => {
    const onFed = (error?: Error | null): void => (error ? fail(error) : done());
    if (piece === null) parser.end(onFed);
    else parser.write(piece, onFed);
  });

/** Cuts a text into pieces, none of them within a character of two code units, which both pieces would lose. */
function* piecesOf(text: string): Generator<string> {
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = start + PIECE;
    if ((text.codePointAt(end - 1) ?? 0) > 0xffff) end += 1;
    yield text.slice(start, end);
  }
}

type OnRecord = (record: string[], lastLine: number) => void;

const recordParser = (delimiter: string, onRecord: OnRecord): Parser => {
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_LINE,
    on_record: (record: string[], { lines }) => {
      // Each line may have its own number of cells. The parser makes an error of each that has not as many as the first
      // one, which is most of its work; so every line is the first one to it.
      Object.assign(parser.info, { records: 0 });
      onRecord(record, lines);
      return null;
    },
  });
  // The caller hears of it by what it feeds.
  parser.on('error', () => {});
  return parser;
};

/**
 * The lines of a CSV text, whatever separates its cells; a cell may have line breaks within quotation marks. Reads the text by
 * pieces, so that others get their turn.
 */
export async function* csvRows(bytes: Uint8Array): AsyncGenerator<TableRow> {
  const found = rowCollector();
  const letOthers = giveWay();
  let parser: Parser | null = null;
  // The line that the parser is at.
  let at = 1;
  let length = 0;
  try {
    for (const decoded of decodeText(bytes)) {
      if (decoded.includes('\0')) throw unreadable('This is no text file. Please save it as CSV or XLSX.');
      // Excel's own line that names the delimiter; an empty one in its place keeps the numbers of lines.
      const named = parser ? null : /^sep=([,;|\t])\n/i.exec(decoded);
      const text = named ? decoded.slice(named[0].length - 1) : decoded;
      parser ??= recordParser(named?.[1] ?? delimiterOf(text), (record, lastLine) => {
        found.add(at, record);
        at = lastLine + 1;
      });
      for (const piece of piecesOf(text)) {
        length = unendedLength(piece, length);
        if (length > MAX_LINE) throw endless(at);
        await feed(parser, piece);
        yield* found.take();
        await letOthers();
      }
    }
    if (parser) await feed(parser, null);
    yield* found.take();
  } catch (error) {
    throw inWords(error, at);
  }
}
