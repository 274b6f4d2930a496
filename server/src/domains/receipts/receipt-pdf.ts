import {
  formatDay,
  formatInstant,
  formatMoney,
  formatReceiptNumber,
  fromPesewas,
  groupThousands,
  PAYMENT_MODE_LABELS,
  receiptPage,
  type Site,
  toPesewas,
  transactionName,
} from '@banbo/contract';
import {
  BAD,
  BRAND,
  block,
  bold,
  check,
  described,
  fact,
  goOn,
  INK,
  type Letterhead,
  letterhead,
  makePdf,
  marginOf,
  ornament,
  type Pdf,
  regular,
  rule,
  type Sheet,
  SOFT,
  widthOf,
} from '#domains/documents';
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

type PaperSheet = Sheet<Paper>;

const title = (sheet: PaperSheet, { number, amount, status }: ReceiptRow): void => {
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

type Style = 'line' | 'total' | 'tax';

const line = (sheet: PaperSheet, text: string, amount: string, style: Style = 'line'): void => {
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
const taxLines = (sheet: PaperSheet, { amount, taxes }: ReceiptRow): void => {
  if (!taxes || taxes.length === 0) return;
  const net = taxes.reduce((rest, tax) => rest - toPesewas(tax.amount), toPesewas(amount));
  line(sheet, 'Before taxes', fromPesewas(net), 'tax');
  for (const tax of taxes) line(sheet, `${tax.name} ${tax.rate}%`, tax.amount, 'tax');
};

/** Marks the receipt as void, across the page and in words. */
const voided = (sheet: PaperSheet, { voided_at, void_reason }: ReceiptRow): void => {
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
const checkReceipt = (sheet: PaperSheet, code: string, { linksTo, y }: { linksTo: string | null; y: number }): void => {
  const same = 'The page must show the same number, day and amount.';
  const how =
    linksTo === null
      ? `Open our website with /receipt/ and this code after its address. ${same}`
      : `Scan the code, or open ${linksTo.replace(/^https?:\/\//, '')}/receipt/ with this code after it. ${same}`;
  check(sheet, { noun: 'receipt', code, page: linksTo && receiptPage(linksTo, code), how }, y);
};

/** Everything of a receipt but the code that checks it. */
const body = (sheet: PaperSheet, receipt: PrintedReceipt, company: Site): void => {
  letterhead(sheet, company, receipt.tin === null ? [] : [`TIN ${receipt.tin}`]);
  rule(sheet, 8);
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

/** A receipt on one A5 page, which stays readable on paper of half that width. */
export const receiptPdf = (receipt: PrintedReceipt, { company, linksTo }: Letterhead): Promise<Buffer> => {
  const of = described(`Receipt ${formatReceiptNumber(receipt.number)}`, company, receipt.issued_at);
  return makePdf({ ...of, size: 'A5', margin: A5_MARGIN }, (pdf) => {
    const sheet = { pdf, paper: A5 };
    body(sheet, receipt, company);
    const y = pdf.page.height - A5_MARGIN - A5.qr;
    if (pdf.y > y) pdf.addPage();
    checkReceipt(sheet, receipt.code, { linksTo, y });
  });
};

/** Draws a receipt on a page of a roll, and gives the length that it takes. */
const drawOnRoll = (pdf: Pdf, receipt: PrintedReceipt, { company, linksTo }: Letterhead): number => {
  const sheet = { pdf, paper: ROLL };
  body(sheet, receipt, company);
  const y = pdf.y + 8;
  checkReceipt(sheet, receipt.code, { linksTo, y });
  return Math.ceil(Math.max(pdf.y, linksTo === null ? 0 : y + ROLL.qr) + ROLL_MARGIN);
};

/** Receipts for a printer of 80 mm paper, each on a page as long as itself. */
export const receiptRoll = async (receipts: readonly PrintedReceipt[], under: Letterhead): Promise<Buffer> => {
  const [first] = receipts;
  if (!first) throw new Error('A roll has at least one receipt');
  const name = receipts.length === 1 ? `Receipt ${formatReceiptNumber(first.number)}` : `${receipts.length} receipts`;
  const of = { ...described(name, under.company, first.issued_at), margin: ROLL_MARGIN };
  const lengths: number[] = [];
  // Drawn once to measure: a page's length is set before anything is on it.
  await makePdf({ ...of, size: [ROLL_WIDTH, ROLL_LENGTH] }, (pdf) => {
    for (const [index, receipt] of receipts.entries()) {
      if (index > 0) pdf.addPage();
      lengths.push(drawOnRoll(pdf, receipt, under));
    }
  });
  return makePdf({ ...of, size: [ROLL_WIDTH, lengths[0] ?? ROLL_LENGTH] }, (pdf) => {
    for (const [index, receipt] of receipts.entries()) {
      if (index > 0) pdf.addPage({ size: [ROLL_WIDTH, lengths[index] ?? ROLL_LENGTH], margin: ROLL_MARGIN });
      drawOnRoll(pdf, receipt, under);
    }
  });
};
