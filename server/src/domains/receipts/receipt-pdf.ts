import {
  formatDay,
  formatInstant,
  formatMoney,
  formatPhone,
  formatReceiptCode,
  formatReceiptNumber,
  fromPesewas,
  groupThousands,
  PAYMENT_MODE_LABELS,
  receiptPage,
  type Site,
  toPesewas,
  transactionName,
} from '@banbo/contract';
import { drawQr, makePdf, type Pdf, registerFonts } from '#domains/documents';
import type { PrintedReceipt, ReceiptRow } from './receipts.repo.ts';

/** Measures of a paper in points: the text's size, and the widths of the columns. */
const A5 = { text: 10, small: 9, name: 14, title: 18, label: 96, amount: 90, qr: 92, mark: 130 };
/** A roll is 80 millimetres wide and as long as its receipt. */
const ROLL = { text: 8, small: 7, name: 11, title: 12, label: 66, amount: 58, qr: 84, mark: 70 };
type Paper = typeof A5;

const A5_MARGIN = 34;
const ROLL_MARGIN = 11;
const ROLL_WIDTH = 227;
/** Longer than any receipt; PDFKit would begin another page at its end. */
const ROLL_LENGTH = 3000;

const INK = '#14211c';
const BRAND = '#12614a';
const SOFT = '#4c5a53';
const RULE = '#cfd8d3';
const BAD = '#b3261e';

/** The company's letterhead; `linksTo` is the web's origin for checking receipts. */
export type Letterhead = { company: Site; linksTo: string | null };

/** A document and the measures of its paper. */
type Sheet = { pdf: Pdf; paper: Paper };

const marginOf = ({ pdf }: Sheet): number => pdf.page.margins.left;
const widthOf = (sheet: Sheet): number => sheet.pdf.page.width - 2 * marginOf(sheet);
const regular = ({ pdf }: Sheet, size: number, colour = INK): Pdf =>
  pdf.font('regular').fontSize(size).fillColor(colour);
const bold = ({ pdf }: Sheet, size: number, colour = INK): Pdf => pdf.font('bold').fontSize(size).fillColor(colour);

/** Draws content for screen readers, as a block of this kind. */
const block = ({ pdf }: Sheet, kind: 'H1' | 'P' | 'Figure', draw: () => void, alt?: string): void => {
  pdf.addStructure(pdf.struct(kind, alt === undefined ? {} : { alt }, draw));
};

/** Draws what screen readers skip. */
const ornament = ({ pdf }: Sheet, draw: () => void): void => {
  pdf.markContent('Artifact');
  draw();
  pdf.endMarkedContent();
};

/** Goes on at the left margin, this far below. */
const goOn = (sheet: Sheet, y: number): void => {
  sheet.pdf.x = marginOf(sheet);
  sheet.pdf.y = y;
};

const rule = (sheet: Sheet): void => {
  const { y } = sheet.pdf;
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

const head = (sheet: Sheet, company: Site, tin: string | null): void => {
  const { company_name, office_location, mobile_numbers, email } = company;
  const { pdf, paper } = sheet;
  block(sheet, 'P', () => {
    bold(sheet, paper.name, BRAND).text(company_name);
    regular(sheet, paper.small, SOFT).text(office_location);
    pdf.text([...mobile_numbers.slice(0, 3).map(formatPhone), email].join(' · '));
    if (tin !== null) pdf.text(`TIN ${tin}`);
  });
  pdf.y += 8;
  rule(sheet);
};

const title = (sheet: Sheet, { number, amount, status }: ReceiptRow): void => {
  const { pdf, paper } = sheet;
  const [x, y, width] = [marginOf(sheet), pdf.y, widthOf(sheet)];
  const isVoid = status === 'void';
  block(sheet, 'H1', () => {
    bold(sheet, paper.title).text(`Receipt ${formatReceiptNumber(number)}`, x, y, { width });
  });
  block(sheet, 'P', () => {
    bold(sheet, paper.title, isVoid ? BAD : BRAND).text(formatMoney(amount), x, y, {
      width,
      align: 'right',
      strike: isVoid,
    });
  });
  goOn(sheet, pdf.y + 8);
};

const fact = (sheet: Sheet, label: string, value: string | null): void => {
  if (value === null) return;
  const { pdf, paper } = sheet;
  const [x, y, width] = [marginOf(sheet), pdf.y, widthOf(sheet)];
  block(sheet, 'P', () => {
    regular(sheet, paper.text, SOFT).text(label, x, y, { width: paper.label });
    regular(sheet, paper.text).text(value, x + paper.label, y, { width: width - paper.label });
  });
  goOn(sheet, pdf.y + 3);
};

type Style = 'line' | 'total' | 'tax';

const line = (sheet: Sheet, text: string, amount: string, style: Style = 'line'): void => {
  const { pdf, paper } = sheet;
  const [x, y] = [marginOf(sheet), pdf.y];
  const write = style === 'total' ? bold : regular;
  const [size, colour] = style === 'tax' ? [paper.small, SOFT] : [paper.text, INK];
  const width = widthOf(sheet) - paper.amount;
  block(sheet, 'P', () => {
    write(sheet, size, colour).text(groupThousands(amount), x + width, y, { width: paper.amount, align: 'right' });
    write(sheet, size, colour).text(text, x, y, { width });
  });
  goOn(sheet, pdf.y + (style === 'tax' ? 2 : 5));
};

/** The taxes that the total contains, and the amount before them. */
const taxLines = (sheet: Sheet, { amount, taxes }: ReceiptRow): void => {
  if (!taxes || taxes.length === 0) return;
  const net = taxes.reduce((rest, tax) => rest - toPesewas(tax.amount), toPesewas(amount));
  line(sheet, 'Before taxes', fromPesewas(net), 'tax');
  for (const tax of taxes) line(sheet, `${tax.name} ${tax.rate}%`, tax.amount, 'tax');
};

/** Marks the receipt as void, across the page and in words. */
const voided = (sheet: Sheet, { voided_at, void_reason }: ReceiptRow): void => {
  const { pdf, paper } = sheet;
  block(sheet, 'P', () => {
    bold(sheet, paper.text, BAD).text(`VOID since ${formatInstant(String(voided_at?.toISOString()))}: ${void_reason}`);
  });
  const after = pdf.y + 6;
  const [x, y] = [pdf.page.width / 2, pdf.page.height / 2];
  ornament(sheet, () => {
    pdf
      .save()
      .rotate(-32, { origin: [x, y] })
      .opacity(0.16);
    const width = paper.mark * 4;
    const at = { width, align: 'center', lineBreak: false } as const;
    bold(sheet, paper.mark, BAD).text('VOID', x - width / 2, y - paper.mark * 0.73, at);
    pdf.restore();
  });
  goOn(sheet, after);
};

/** The code that checks the receipt, from `y` on. */
const check = (sheet: Sheet, code: string, { linksTo, y }: { linksTo: string | null; y: number }): void => {
  const { pdf, paper } = sheet;
  const left = marginOf(sheet);
  const beside = linksTo === null ? left : left + paper.qr + 12;
  if (linksTo !== null) {
    block(
      sheet,
      'Figure',
      () => drawQr(pdf, receiptPage(linksTo, code), { x: left, y, size: paper.qr }),
      'QR code of the page that checks this receipt',
    );
  }
  const width = widthOf(sheet) - (beside - left);
  block(sheet, 'P', () => {
    bold(sheet, paper.text).text('Is this receipt genuine?', beside, y + 4, { width });
    const how =
      linksTo === null
        ? 'Open our website with /receipt/ and this code after its address. The page must show the same number, day and amount.'
        : `Scan the code, or open ${linksTo.replace(/^https?:\/\//, '')}/receipt/ with this code after it. The page must show the same number, day and amount.`;
    regular(sheet, paper.small, SOFT).text(how, { width });
    bold(sheet, paper.text).text(formatReceiptCode(code), { width });
  });
};

/** Everything of a receipt but the code that checks it. */
const body = (sheet: Sheet, receipt: PrintedReceipt, company: Site): void => {
  head(sheet, company, receipt.tin);
  title(sheet, receipt);
  if (receipt.status === 'void') voided(sheet, receipt);
  fact(sheet, 'Received from', receipt.payer_name);
  fact(sheet, 'For', receipt.payer_details);
  fact(sheet, 'Paid on', formatDay(receipt.paid_on));
  fact(sheet, 'Paid by', PAYMENT_MODE_LABELS[receipt.mode]);
  fact(sheet, 'Transaction ID', transactionName(receipt.transaction_id));
  fact(sheet, 'Received by', receipt.received_by);
  fact(sheet, 'Price', receipt.price && formatMoney(receipt.price));
  fact(sheet, 'Issued', formatInstant(receipt.issued_at.toISOString()));
  sheet.pdf.y += 8;
  rule(sheet);
  for (const { text, amount } of receipt.lines) line(sheet, text, amount);
  rule(sheet);
  line(sheet, 'Total in Ghana cedis (GHS)', receipt.amount, 'total');
  taxLines(sheet, receipt);
  if (receipt.note === null) return;
  const { note } = receipt;
  block(sheet, 'P', () => {
    bold(sheet, sheet.paper.small).text(note, marginOf(sheet), sheet.pdf.y + 4, { width: widthOf(sheet) });
  });
};

const described = (name: string, { company_name }: Site, made: Date) => ({
  title: `${name} - ${company_name}`,
  author: company_name,
  made,
});

/** A receipt on one A5 page, which stays readable on paper of half that width. */
export const receiptPdf = (receipt: PrintedReceipt, { company, linksTo }: Letterhead): Promise<Buffer> => {
  const of = described(`Receipt ${formatReceiptNumber(receipt.number)}`, company, receipt.issued_at);
  return makePdf({ ...of, size: 'A5', margin: A5_MARGIN }, (pdf) => {
    registerFonts(pdf);
    const sheet = { pdf, paper: A5 };
    body(sheet, receipt, company);
    const y = pdf.page.height - A5_MARGIN - A5.qr;
    if (pdf.y > y) pdf.addPage();
    check(sheet, receipt.code, { linksTo, y });
  });
};

/** Draws a receipt on a page of a roll, and gives the length that it takes. */
const drawOnRoll = (pdf: Pdf, receipt: PrintedReceipt, { company, linksTo }: Letterhead): number => {
  const sheet = { pdf, paper: ROLL };
  body(sheet, receipt, company);
  const y = pdf.y + 8;
  check(sheet, receipt.code, { linksTo, y });
  return Math.ceil(Math.max(pdf.y, linksTo === null ? 0 : y + ROLL.qr) + ROLL_MARGIN);
};

/** Receipts for a printer of 80 mm paper, each on a page as long as itself. */
export const receiptRoll = async (receipts: readonly PrintedReceipt[], letterhead: Letterhead): Promise<Buffer> => {
  const [first] = receipts;
  if (!first) throw new Error('A roll has at least one receipt');
  const name = receipts.length === 1 ? `Receipt ${formatReceiptNumber(first.number)}` : `${receipts.length} receipts`;
  const of = { ...described(name, letterhead.company, first.issued_at), margin: ROLL_MARGIN };
  const lengths: number[] = [];
  // Drawn once to measure: a page's length is set before anything is on it.
  await makePdf({ ...of, size: [ROLL_WIDTH, ROLL_LENGTH] }, (pdf) => {
    registerFonts(pdf);
    for (const [index, receipt] of receipts.entries()) {
      if (index > 0) pdf.addPage();
      lengths.push(drawOnRoll(pdf, receipt, letterhead));
    }
  });
  return makePdf({ ...of, size: [ROLL_WIDTH, lengths[0] ?? ROLL_LENGTH] }, (pdf) => {
    registerFonts(pdf);
    for (const [index, receipt] of receipts.entries()) {
      if (index > 0) pdf.addPage({ size: [ROLL_WIDTH, lengths[index] ?? ROLL_LENGTH], margin: ROLL_MARGIN });
      drawOnRoll(pdf, receipt, letterhead);
    }
  });
};
