import { formatPaperCode, formatPhone, type Site } from '@banbo/contract';
import { drawQr, type Pdf } from './make-pdf.ts';

/** Colours of text and lines. */
export const INK = '#14211c';
export const BRAND = '#12614a';
export const SOFT = '#4c5a53';
export const BAD = '#b3261e';
const RULE = '#cfd8d3';

/** The company's letterhead; `linksTo` is the web's origin for checking papers. */
export type Letterhead = { company: Site; linksTo: string | null };

/** Measures of a paper in points: sizes of text, the widths of labels and of a QR code. */
export type PaperMeasures = { text: number; small: number; name: number; title: number; label: number; qr: number };

/** A document and the measures of its paper. */
export type Sheet<Paper extends PaperMeasures = PaperMeasures> = { pdf: Pdf; paper: Paper };

export const marginOf = ({ pdf }: Sheet): number => pdf.page.margins.left;

/** The width between the margins. */
export const widthOf = (sheet: Sheet): number => sheet.pdf.page.width - 2 * marginOf(sheet);

export const regular = ({ pdf }: Sheet, size: number, colour = INK): Pdf =>
  pdf.font('regular').fontSize(size).fillColor(colour);
export const bold = ({ pdf }: Sheet, size: number, colour = INK): Pdf =>
  pdf.font('bold').fontSize(size).fillColor(colour);

type Kind = 'H1' | 'H2' | 'P' | 'Figure';

/** Draws content for screen readers, as a block of this kind. */
export const block = ({ pdf }: Pick<Sheet, 'pdf'>, kind: Kind, draw: () => void, alt?: string): void => {
  pdf.addStructure(pdf.struct(kind, alt === undefined ? {} : { alt }, draw));
};

/** Draws what screen readers skip. */
export const ornament = ({ pdf }: Pick<Sheet, 'pdf'>, draw: () => void): void => {
  pdf.markContent('Artifact');
  draw();
  pdf.endMarkedContent();
};

/** Moves to the left margin at the height `y` of the page, in points. */
export const goOn = (sheet: Sheet, y: number): void => {
  sheet.pdf.x = marginOf(sheet);
  sheet.pdf.y = y;
};

/** Begins another page where so many points are not left. */
export const makeRoom = ({ pdf }: Sheet, points: number): void => {
  if (pdf.y + points > pdf.page.height - pdf.page.margins.bottom) pdf.addPage();
};

/** A thin line across, `above` points below what stands before it. */
export const rule = (sheet: Sheet, above = 0): void => {
  const y = sheet.pdf.y + above;
  const left = marginOf(sheet);
  ornament(sheet, () => {
    sheet.pdf
      .moveTo(left, y)
      .lineTo(left + widthOf(sheet), y)
      .lineWidth(0.7)
      .strokeColor(RULE)
      .stroke();
  });
  goOn(sheet, y + 8);
};

type Head = Pick<Site, 'company_name' | 'office_location' | 'mobile_numbers'>;

/** The company's name, then its address and its phones with `besides`, as far as they are set. */
export const headOfPaper = (
  { company_name, office_location, mobile_numbers }: Head,
  besides = '',
): [string, ...string[]] => [
  company_name,
  ...[office_location, [...mobile_numbers.slice(0, 3).map(formatPhone), besides].filter(Boolean).join(' · ')].filter(
    Boolean,
  ),
];

/** The company's name and how to reach it, then the lines of `more`. */
export const letterhead = (sheet: Sheet, company: Site, more: readonly string[] = []): void => {
  const [name = '', ...ways] = headOfPaper(company, company.email);
  const { pdf, paper } = sheet;
  block(sheet, 'P', () => {
    bold(sheet, paper.name, BRAND).text(name);
    regular(sheet, paper.small, SOFT);
    for (const line of [...ways, ...more]) pdf.text(line);
  });
};

/** A label and its value beside it; nothing where there is no value. */
export const fact = (sheet: Sheet, label: string, value: string | null): void => {
  if (value === null || value === '') return;
  const { pdf, paper } = sheet;
  const [x, width] = [marginOf(sheet), widthOf(sheet) - paper.label];
  regular(sheet, paper.text);
  makeRoom(sheet, pdf.heightOfString(value, { width }));
  const { y } = pdf;
  block(sheet, 'P', () => {
    regular(sheet, paper.text, SOFT).text(label, x, y, { width: paper.label });
    const below = pdf.y;
    regular(sheet, paper.text).text(value, x + paper.label, y, { width });
    pdf.y = Math.max(pdf.y, below);
  });
  goOn(sheet, pdf.y + 3);
};

/** Lines to sign on, beside each other, each with words below it. */
export const signatures = (sheet: Sheet, words: readonly string[]): void => {
  const { pdf, paper } = sheet;
  const gap = 24;
  const { y } = pdf;
  const width = (widthOf(sheet) - gap * (words.length - 1)) / words.length;
  for (const [n, below] of words.entries()) {
    const x = marginOf(sheet) + n * (width + gap);
    ornament(sheet, () => {
      pdf
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.7)
        .strokeColor(INK)
        .stroke();
    });
    block(sheet, 'P', () => regular(sheet, paper.small, SOFT).text(below, x, y + 4, { width }));
  }
  goOn(sheet, pdf.y);
};

/** A paper's noun, its code, the page that checks it, and how to do so. */
type CheckedPaper = { noun: string; code: string; page: string | null; how: string };

/** The code that checks a paper, from `y` on, with a QR code where the page's address is known. */
export const check = (sheet: Sheet, { noun, code, page, how }: CheckedPaper, y: number): void => {
  const { pdf, paper } = sheet;
  const left = marginOf(sheet);
  const beside = page === null ? left : left + paper.qr + 12;
  if (page !== null) {
    const alt = `QR code of the page that checks this ${noun}`;
    block(sheet, 'Figure', () => drawQr(pdf, page, { x: left, y, size: paper.qr }), alt);
  }
  const width = widthOf(sheet) - (beside - left);
  block(sheet, 'P', () => {
    bold(sheet, paper.text).text(`Is this ${noun} genuine?`, beside, y + 4, { width });
    regular(sheet, paper.small, SOFT).text(how, { width });
    bold(sheet, paper.text).text(formatPaperCode(code), { width });
  });
  pdf.x = left;
};

/** Writes `Trial balance · page 1 of 3` below the margin of every page; needs `bufferPages`. */
export const numberPages = (pdf: Pdf, words: string, size = 9): void => {
  const { start, count } = pdf.bufferedPageRange();
  for (let n = 0; n < count; n += 1) {
    pdf.switchToPage(start + n);
    const { left, bottom } = pdf.page.margins;
    // Below the margin, where the text would else begin another page.
    pdf.page.margins.bottom = 0;
    pdf.markContent('Artifact', { type: 'Pagination' });
    pdf.font('regular').fontSize(size).fillColor(SOFT);
    const options = { width: pdf.page.width - 2 * left, align: 'right', lineBreak: false } as const;
    pdf.text(`${words} · page ${n + 1} of ${count}`, left, pdf.page.height - bottom + 14, options);
    pdf.endMarkedContent();
  }
};

/** The file's description: its title with the company's name. */
export const described = (title: string, { company_name }: Site, made: Date) => ({
  title: `${title} - ${company_name}`,
  author: company_name,
  made,
});
