import { type PassThrough, Readable } from 'node:stream';
import { type CellKind, formatPhone, isTextKind, type ListColumn, transactionName } from '@banbo/contract';
import { ZipFile } from 'yazl';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const SHEET_PATH = 'xl/worksheets/sheet1.xml';

/** The cell styles by number: usual, header, money, day, instant. */
const STYLES = `${HEAD}<styleSheet xmlns="${SHEET}">
<numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\ mmm\\ yyyy"/><numFmt numFmtId="165" formatCode="dd\\ mmm\\ yyyy\\ hh:mm"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="5">
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>
<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
</cellXfs>
</styleSheet>`;

/** An XLSX file's parts (ECMA-376) beside its sheet, by path; `name` is on the sheet's tab. */
const workbookParts = (name: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>
<Override PartName="/${SHEET_PATH}" ContentType="${TYPE}.worksheet+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>
</Types>`,
  '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">
<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/>
</Relationships>`,
  'xl/workbook.xml': `${HEAD}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}">
<sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets>
</workbook>`,
  'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">
<Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>
<Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/>
</Relationships>`,
  'xl/styles.xml': STYLES,
});

/** Rows that a sheet of a workbook can have, its header among them. */
export const MAX_SHEET_ROWS = 1_048_576;
/** Characters that a cell can have. */
const MAX_TEXT = 32_767;

/** Characters that XML cannot hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to leave out
const NOT_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escaped = (text: string): string =>
  text
    .slice(0, MAX_TEXT)
    .toWellFormed()
    .replace(NOT_XML, '')
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? '');

/** The number of a cell's style. */
const STYLE: Readonly<Record<CellKind | 'header', number>> = {
  text: 0,
  name: 0,
  number: 0,
  phone: 0,
  transaction: 0,
  header: 1,
  money: 2,
  day: 3,
  instant: 4,
};

/** Widths in characters; a text column fits its header and first rows, within bounds. */
const WIDTH: Readonly<Record<CellKind, number>> = {
  ...{ text: 8, name: 8, number: 10, phone: 16, money: 14, day: 14, instant: 18, transaction: 16 },
};
const MAX_WIDTH = 60;

const widthOf = <Row>({ kind, header, value }: ListColumn<Row>, rows: readonly Row[]): number => {
  const texts = isTextKind(kind) ? rows.map((row) => String(value(row) ?? '').length) : [];
  return Math.min(MAX_WIDTH, Math.max(WIDTH[kind], header.length + 2, ...texts.map((length) => length + 2)));
};

const DAY_MS = 86_400_000;
/** The day that spreadsheets count as 0. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

/** The inside of a cell: its attributes and content. */
type Cell = { attributes: string; content: string };

const textCell = (text: string, style: number): Cell => ({
  attributes: `s="${style}" t="inlineStr"`,
  content: `<is><t xml:space="preserve">${escaped(text)}</t></is>`,
});

const cellOf = <Row>({ kind, value }: ListColumn<Row>, row: Row): Cell => {
  const content = value(row);
  if (content === null || content === '') return { attributes: '', content: '' };
  if (kind === 'phone') return textCell(formatPhone(String(content)), STYLE.phone);
  if (kind === 'transaction') return textCell(transactionName(String(content)), STYLE.transaction);
  if (isTextKind(kind)) return textCell(String(content), STYLE[kind]);
  const number = kind === 'day' || kind === 'instant' ? (Date.parse(String(content)) - DAY_ZERO) / DAY_MS : content;
  return { attributes: `s="${STYLE[kind]}"`, content: `<v>${number}</v>` };
};

/** The letters of a column, counted from 0: A, B, … Z, AA. */
const lettersOf = (column: number): string =>
  (column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

/** A row counted from 1. Cells have addresses, without which some programs do not read them. */
const rowOf = (number: number, cells: readonly Cell[]): string => {
  const addressed = cells.map(
    ({ attributes, content }, at) => `<c r="${lettersOf(at)}${number}" ${attributes}>${content}</c>`,
  );
  return `<row r="${number}">${addressed.join('')}</row>`;
};

const headOf = <Row>(columns: readonly ListColumn<Row>[], first: readonly Row[]): string => {
  const widths = columns.map(
    (column, at) => `<col min="${at + 1}" max="${at + 1}" width="${widthOf(column, first)}" customWidth="1"/>`,
  );
  const names = columns.map(({ header }) => textCell(header, STYLE.header));
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' +
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">' +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths.join('')}</cols><sheetData>${rowOf(1, names)}`
  );
};

/** A sheet's XML in batches, with a fixed header. Texts are text cells, which run no formulas. */
export async function* sheetXml<Row>(
  columns: readonly ListColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  let above = 0;
  for await (const rows of batches) {
    if (above === 0) {
      yield headOf(columns, rows);
      above = 1;
    }
    const start = above;
    above += rows.length;
    yield rows
      .map((row, at) =>
        rowOf(
          start + at + 1,
          columns.map((column) => cellOf(column, row)),
        ),
      )
      .join('');
  }
  if (above === 0) yield headOf(columns, []);
  yield '</sheetData></worksheet>';
}

/** A list as an XLSX stream, in memory by batches; destroying it ends `batches`. */
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
