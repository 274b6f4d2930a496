import { fileType } from '../file-type.ts';
import { csvRows } from './csv-rows.ts';
import { type TableRow, unreadable } from './table-row.ts';
import { xlsxRows } from './xlsx-rows.ts';

/** The first bytes of the files of Office before 2007, and of workbooks that are locked with a password. */
const OLD_OFFICE = 'd0cf11e0a1b11ae1';

const startsWith = (bytes: Uint8Array, hex: string): boolean =>
  Buffer.from(bytes.subarray(0, hex.length / 2)).toString('hex') === hex;

/**
 * The lines of a table in a CSV or XLSX file, told by its bytes; empty lines are left out. Refuses with a sentence what is
 * neither, is damaged, or has more than is read at once, as soon as that shows.
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
