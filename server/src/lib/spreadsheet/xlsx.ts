import { type PassThrough, Readable } from 'node:stream';
import type { ListColumn } from '@banbo/contract';
import { ZipFile } from 'yazl';
import { sheetXml } from './sheet-xml.ts';
import { SHEET_PATH, workbookParts } from './workbook-parts.ts';

/**
 * A list as an XLSX file, of which memory holds one batch of rows. Destroying the stream ends `batches`; an error of theirs
 * is the stream's.
 */
export const xlsxOf = <Row>(
  name: string,
  columns: readonly ListColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): Readable => {
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(workbookParts(name))) zip.addBuffer(Buffer.from(text), path);
  const sheet = Readable.from(sheetXml(columns, batches), { objectMode: false });
  zip.addReadStream(sheet, SHEET_PATH);
  zip.end();
  const file = zip.outputStream as PassThrough;
  sheet.once('error', (error) => file.destroy(error));
  file.once('close', () => sheet.destroy());
  return file;
};
