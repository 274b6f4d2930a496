import { isUtf8 } from 'node:buffer';
import { CsvError, type Parser, parse } from 'csv-parse';
import { createYielder } from '../yielder.ts';
import { rowCollector, type TableRow, unreadable } from './table-row.ts';

/** Bytes decoded first, to find the delimiter; and at once, before others get their turn. */
const FIRST_BYTES = 64 * 1024;
const DECODED_BYTES = 8 * 1024;

/** UTF-16 by its byte order mark, or by NULs at nearly all even or all odd places. */
const utf16Of = (bytes: Uint8Array): string | null => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 1_000);
  const nulShare = (place: number) =>
    (head.filter((byte, at) => byte === 0 && at % 2 === place).length * 2) / head.length;
  const [even, odd] = [nulShare(0), nulShare(1)];
  if (odd > 0.5 && even < 0.1) return 'utf-16le';
  return even > 0.5 && odd < 0.1 ? 'utf-16be' : null;
};

const LINE_FEED = '\n'.charCodeAt(0);
/** 1 for each byte that separates cells and lines, or is a space. */
const BLANK = new Uint8Array(256);
for (const character of ' \t\r\n,;|') BLANK[character.charCodeAt(0)] = 1;

/** Drops lines of separators alone at the end: spreadsheets save a million of an empty area. */
const withoutEmptyEnd = (bytes: Uint8Array): Uint8Array => {
  let last = bytes.length - 1;
  while (last >= 0 && BLANK[bytes[last] ?? 0] === 1) last -= 1;
  const end = bytes.indexOf(LINE_FEED, last + 1);
  return end < 0 ? bytes : bytes.subarray(0, end + 1);
};

/** UTF-8, UTF-16 or else Windows-1252, which reads any bytes; by pieces, with line feeds alone. */
function* decodeText(bytes: Uint8Array): Generator<string> {
  const utf16 = utf16Of(bytes);
  const text = utf16 ? bytes : withoutEmptyEnd(bytes);
  const decoder = new TextDecoder(utf16 ?? (isUtf8(text) ? 'utf-8' : 'windows-1252'));
  // A carriage return at the end of a piece may belong to a line feed at the start of the next one.
  let held = '';
  for (let start = 0, end = FIRST_BYTES; start < text.length; start = end, end += DECODED_BYTES) {
    const isLast = end >= text.length;
    const piece = held + decoder.decode(text.subarray(start, end), { stream: !isLast });
    held = !isLast && piece.endsWith('\r') ? '\r' : '';
    yield piece.slice(0, piece.length - held.length).replace(/\r\n?/g, '\n');
  }
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
const DELIMITER_LINES = 50;
const MAX_LINE = 100_000;

/** The first thousand characters or fewer, to tell a file by. */
export const textStart = (bytes: Uint8Array): string =>
  new TextDecoder(utf16Of(bytes) ?? 'utf-8').decode(bytes.subarray(0, 2_000)).slice(0, 1_000);

/** The sign that separates most cells, quoted text aside, over the first lines. */
const delimiterOf = (text: string): string => {
  const lines = text
    .replace(/"(?:[^"]|"")*"/g, '')
    .split('\n')
    .slice(0, DELIMITER_LINES);
  const scores = DELIMITERS.map((sign) => lines.filter((line) => line.split(sign).length > 2).length);
  return DELIMITERS[scores.indexOf(Math.max(...scores))] ?? ',';
};

const endless = (line: number, cause?: CsvError): Error =>
  unreadable(`From line ${line} on, a quotation mark is not closed or the line does not end.`, cause);

const inWords = (error: unknown, line: number): unknown => {
  if (!(error instanceof CsvError)) return error;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE') return endless(line, error);
  return unreadable(`Line ${line} could not be read.`, error);
};

/** Gives the parser a piece or the end; `onRecord` has then been called for all its records. */
const feed = (parser: Parser, piece: string | null): Promise<void> =>
  new Promise((done, fail) => {
    const onFed = (error?: Error | null): void => (error ? fail(error) : done());
    if (piece === null) parser.end(onFed);
    else parser.write(piece, onFed);
  });

const recordParser = (delimiter: string, onRecord: (record: string[], lastLine: number) => void): Parser => {
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: MAX_LINE,
    on_record: (record: string[], { lines }) => {
      // Errors of lines that differ from the first would be most of its work; so each is first.
      Object.assign(parser.info, { records: 0 });
      onRecord(record, lines);
      return null;
    },
  });
  // `feed` fails with the same error.
  parser.on('error', () => {});
  return parser;
};

/** Lines of a CSV text, whatever separates the cells. Reads by pieces, so that others get turns. */
export async function* csvRows(bytes: Uint8Array, longest: number): AsyncGenerator<TableRow> {
  const found = rowCollector(longest);
  const yieldIfDue = createYielder();
  let parser: Parser | null = null;
  // The line that the parser is at, and the characters so far of the one that the text ends with.
  let [at, length] = [1, 0];
  try {
    for (const decoded of decodeText(bytes)) {
      if (decoded.includes('\0')) throw unreadable('This is not a text file. Please save it as CSV or XLSX.');
      // Excel's line that names the delimiter; an empty one in its place keeps line numbers.
      const named = parser ? null : /^sep=([,;|\t])\n/i.exec(decoded);
      const text = named ? decoded.slice(named[0].length - 1) : decoded;
      parser ??= recordParser(named?.[1] ?? delimiterOf(text), (record, lastLine) => {
        found.add(at, record);
        at = lastLine + 1;
      });
      const end = text.lastIndexOf('\n');
      length = end < 0 ? length + text.length : text.length - end - 1;
      if (length > MAX_LINE) throw endless(at);
      await feed(parser, text);
      yield* found.take();
      await yieldIfDue();
    }
    if (parser) await feed(parser, null);
    yield* found.take();
  } catch (error) {
    throw inWords(error, at);
  }
}
