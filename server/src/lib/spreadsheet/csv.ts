import { formatPhone, isTextKind, type ListColumn, transactionName } from '@banbo/contract';
import { stringify } from 'csv-stringify/sync';

/** Tells Excel that the text is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Places at which a spreadsheet takes a text for a formula: its beginning, and what follows a sign
 * that separates cells where numbers are written with a comma. There a quoted cell is split too,
 * unless it is the line's first.
 */
const FORMULAS = /^(?=[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20])|(?=[=+\-@\uFF0B\uFF0D\uFF1D\uFF20])(?<=[;\t\r\n]\s*)/g;

const text = (value: string): string => value.replace(FORMULAS, "'");

/** Days and instants as every country's spreadsheets read them; Ghana's time is UTC all year. */
const cellOf = <Row>({ kind, value }: ListColumn<Row>, row: Row): string => {
  const content = value(row);
  if (content === null) return '';
  if (kind === 'phone') return text(formatPhone(String(content)));
  if (kind === 'transaction') return text(transactionName(String(content)));
  if (kind === 'instant') return String(content).slice(0, 16).replace('T', ' ');
  return isTextKind(kind) ? text(String(content)) : String(content);
};

/** Rows that are passed on at once: some kilobytes, so that it shows how fast they are taken. */
const PIECE = 50;

const lines = (records: readonly (readonly string[])[]): string =>
  stringify(records as string[][], { record_delimiter: 'windows', quoted: true });

/** The last line of a file that broke off. */
export const NOT_WHOLE = 'This file is not complete: it was cut off here. Please save the list again.';

/**
 * A list as CSV (RFC 4180), some rows at a time. A text that could run as a formula gets an
 * apostrophe before it, and every cell stands in quotes, whatever a spreadsheet splits lines at.
 * Where the rows end in an error, a last line says that the file is not whole, and the error
 * follows once `sent` has resolved.
 */
export async function* csvOf<Row>(
  columns: readonly ListColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
  sent: () => Promise<void> = async () => {},
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lines([columns.map(({ header }) => header)]);
  try {
    for await (const rows of batches) {
      for (let start = 0; start < rows.length; start += PIECE) {
        const piece = rows.slice(start, start + PIECE);
        yield lines(piece.map((row) => columns.map((column) => cellOf(column, row))));
      }
    }
  } catch (error) {
    yield lines([[NOT_WHOLE]]);
    await sent();
    throw error;
  }
}
