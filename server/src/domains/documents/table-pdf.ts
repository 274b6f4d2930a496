import { BRAND, block, INK, numberPages, ornament, SOFT } from './drawing.ts';
import { makePdf, type Pdf } from './make-pdf.ts';

const MARGIN = 42;
const LINE = '#d6ddd9';
const [SMALL, TITLE] = [9, 16];
/** Points between a cell's text and its edge. */
const PAD = 4;
/** Points for a level of indented names. */
const INDENT = 12;

export type PdfRow = {
  name: string;
  /** How deep it stands under the rows above it. */
  depth: number;
  /** A row that begins a part, or sums one up, is bold; the last result has a line above it. */
  look: 'plain' | 'bold' | 'result';
  cells: readonly string[];
};

export type PdfTable = {
  /** The company's name, then lines of its address. */
  head: readonly [string, ...string[]];
  title: string;
  /** A line under the title. */
  lead: string;
  /** The header of the names, then those of the cells, which are figures unless `texts` says so. */
  columns: readonly [string, ...string[]];
  /** True for each cell that is text; columns are then as wide as their content needs. */
  texts?: readonly boolean[];
  rows: readonly PdfRow[];
  made: Date;
};

/** With more columns of figures the page lies on its side. */
const UPRIGHT_COLUMNS = 5;
const SIDES: [width: number, length: number] = [841.89, 595.28];

type Layout = {
  widths: readonly number[];
  texts: readonly boolean[];
  /** Columns are as wide as their content; headers of figures may wrap. */
  isByContent: boolean;
  size: number;
  height: number;
};

/** The widest that a column of text asks to be, in points; longer text wraps. */
const WIDEST = 150;

type Room = { size: number; width: number };

/** Widths by content: figures get what they need, and texts share what is left of the page. */
const widthsByContent = (pdf: Pdf, { columns, rows, texts = [] }: PdfTable, { size, width }: Room): number[] => {
  const isText = (column: number) => column === 0 || texts[column - 1] === true;
  pdf.font('bold').fontSize(size);
  const asked = columns.map((header, column) => {
    const cells = rows.map(({ name, cells: own }) => (column === 0 ? name : (own[column - 1] ?? '')));
    const words = isText(column) ? [header, ...cells] : [...header.split(' '), ...cells];
    const most = words.reduce((longest, word) => Math.max(longest, pdf.widthOfString(word)), 0) + 2 * PAD + 1;
    return isText(column) ? Math.min(most, WIDEST) : most;
  });
  const sumOf = (which: boolean) => asked.reduce((sum, own, column) => (isText(column) === which ? sum + own : sum), 0);
  const share = (width - sumOf(false)) / Math.max(1, sumOf(true));
  return asked.map((own, column) => (isText(column) ? own * share : own));
};

const layoutOf = (pdf: Pdf, table: PdfTable): Layout => {
  const width = pdf.page.width - 2 * MARGIN;
  const count = table.columns.length - 1;
  const isWide = count > UPRIGHT_COLUMNS;
  const size = isWide ? 6.5 : 9.5;
  const texts = [true, ...(table.texts ?? table.columns.slice(1).map(() => false))];
  const cellWidth = isWide ? (width * 0.84) / count : 84;
  const widths = table.texts
    ? widthsByContent(pdf, table, { size, width })
    : [width - cellWidth * count, ...table.columns.slice(1).map(() => cellWidth)];
  return { widths, texts, isByContent: table.texts !== undefined, size, height: size * 1.9 };
};

const lineAt = (pdf: Pdf, y: number, [colour, width]: [string, number]): void => {
  ornament({ pdf }, () => {
    pdf
      .moveTo(MARGIN, y)
      .lineTo(pdf.page.width - MARGIN, y)
      .lineWidth(width)
      .strokeColor(colour)
      .stroke();
  });
};

const drawRow = (pdf: Pdf, { name, depth, look, cells }: PdfRow, layout: Layout, isHead = false): void => {
  const { widths, texts, size, height } = layout;
  pdf.font(look === 'plain' ? 'regular' : 'bold').fontSize(size);
  const indent = depth * INDENT * (size / 9.5);
  let x = MARGIN;
  const placed = [name, ...cells].map((text, n) => {
    const [left, width] = [x, widths[n] ?? 0];
    x += width;
    const isText = texts[n] === true;
    const wraps = isText || (isHead && layout.isByContent);
    if (n === 0) return { text, isText, wraps, left: left + PAD + indent, room: width - indent - 2 * PAD };
    return { text, isText, wraps, left: isText ? left + PAD : left, room: width - (isText ? 2 * PAD : PAD) };
  });
  const tall = placed.filter(({ wraps, text }) => wraps && text !== '');
  const lines = Math.max(
    height,
    ...tall.map(({ text, room }) => pdf.heightOfString(text, { width: room }) + size * 0.6),
  );
  if (pdf.y + lines > pdf.page.height - MARGIN) pdf.addPage();
  const { y } = pdf;
  if (look === 'result') lineAt(pdf, y, [BRAND, 1]);
  const at = y + size * 0.35;
  block({ pdf }, 'P', () => {
    pdf.fillColor(INK);
    for (const { text, isText, wraps, left, room } of placed) {
      const align = isText ? ('left' as const) : ('right' as const);
      pdf.text(text, left, at, { width: room, align, ...(!wraps && { lineBreak: false }) });
    }
  });
  pdf.x = MARGIN;
  pdf.y = y + lines;
  lineAt(pdf, pdf.y, [LINE, 0.5]);
};

const drawHead = (pdf: Pdf, { head: [company, ...lines], title, lead }: PdfTable): void => {
  block({ pdf }, 'P', () => {
    pdf.font('bold').fontSize(13).fillColor(BRAND).text(company, MARGIN, MARGIN);
    pdf.font('regular').fontSize(SMALL).fillColor(SOFT).text(lines.join('\n'));
  });
  pdf.y += 12;
  block({ pdf }, 'H1', () => {
    pdf.font('bold').fontSize(TITLE).fillColor(INK).text(title, MARGIN, pdf.y);
  });
  block({ pdf }, 'P', () => {
    pdf.font('regular').fontSize(SMALL).fillColor(SOFT).text(lead);
  });
  pdf.y += 8;
};

/** A table on A4 under the company's head, its columns' headers on every page, pages numbered. */
export const tablePdf = (table: PdfTable): Promise<Buffer> => {
  const { head, title, columns, rows, made } = table;
  const [name, ...headers] = columns;
  const size = headers.length > UPRIGHT_COLUMNS ? SIDES : 'A4';
  const described = { title: `${title} - ${head[0]}`, author: head[0], made, size, margin: MARGIN, bufferPages: true };
  return makePdf({ ...described, size }, (pdf) => {
    drawHead(pdf, table);
    const layout = layoutOf(pdf, table);
    const drawColumns = () => drawRow(pdf, { name, depth: 0, look: 'bold', cells: headers }, layout, true);
    drawColumns();
    pdf.on('pageAdded', drawColumns);
    for (const row of rows) drawRow(pdf, row, layout);
    pdf.removeListener('pageAdded', drawColumns);
    numberPages(pdf, title);
  });
};
