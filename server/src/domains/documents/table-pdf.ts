import { BRAND, block, INK, numberPages, ornament, SOFT } from './drawing.ts';
import { makePdf, type Pdf, registerFonts } from './make-pdf.ts';

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
  /** The header of the names, then those of the cells, which are figures. */
  columns: readonly [string, ...string[]];
  rows: readonly PdfRow[];
  made: Date;
};

/** With more columns of figures the page lies on its side. */
const UPRIGHT_COLUMNS = 5;
const SIDES: [width: number, length: number] = [841.89, 595.28];

type Layout = { left: number; nameWidth: number; cellWidth: number; size: number; height: number };

const layoutOf = (pdf: Pdf, count: number): Layout => {
  const width = pdf.page.width - 2 * MARGIN;
  const isWide = count > UPRIGHT_COLUMNS;
  const cellWidth = isWide ? (width * 0.84) / count : 84;
  const size = isWide ? 6.5 : 9.5;
  return { left: MARGIN, nameWidth: width - cellWidth * count, cellWidth, size, height: size * 1.9 };
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

const drawRow = (pdf: Pdf, { name, depth, look, cells }: PdfRow, layout: Layout): void => {
  const { left, nameWidth, cellWidth, size, height } = layout;
  pdf.font(look === 'plain' ? 'regular' : 'bold').fontSize(size);
  const indent = depth * INDENT * (size / 9.5);
  const room = nameWidth - indent - 2 * PAD;
  const lines = Math.max(height, pdf.heightOfString(name, { width: room }) + size * 0.6);
  if (pdf.y + lines > pdf.page.height - MARGIN) pdf.addPage();
  const { y } = pdf;
  if (look === 'result') lineAt(pdf, y, [BRAND, 1]);
  const at = y + size * 0.35;
  block({ pdf }, 'P', () => {
    pdf.fillColor(INK).text(name, left + PAD + indent, at, { width: room });
    for (const [n, cell] of cells.entries()) {
      const x = left + nameWidth + n * cellWidth;
      pdf.text(cell, x, at, { width: cellWidth - PAD, align: 'right', lineBreak: false });
    }
  });
  pdf.x = left;
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
    registerFonts(pdf);
    drawHead(pdf, table);
    const layout = layoutOf(pdf, headers.length);
    const drawColumns = () => drawRow(pdf, { name, depth: 0, look: 'bold', cells: headers }, layout);
    drawColumns();
    pdf.on('pageAdded', drawColumns);
    for (const row of rows) drawRow(pdf, row, layout);
    pdf.removeListener('pageAdded', drawColumns);
    numberPages(pdf, title);
  });
};
