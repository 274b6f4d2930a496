import {
  formatDay,
  formatInstant,
  formatMoney,
  formatPhone,
  formatReceiptCode,
  formatReceiptNumber,
  groupThousands,
  NO_RECEIPT,
  PAYMENT_MODE_LABELS,
  readReceiptCode,
  receiptPage,
  type Site,
  UNKNOWN_RECEIPT_CODE,
  type VerifiedReceipt,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { drawQr, makePdf, type Pdf, registerFonts } from '#domains/documents';
import { Refusal } from '#lib/refusal.ts';
import type { ReceiptKind } from './issue-receipts.ts';
import { findReceipt, type ReceiptName, type ReceiptRow } from './receipts.repo.ts';

const MARGIN = 34;
const QR_SIZE = 92;
const INK = '#14211c';
const BRAND = '#12614a';
const SOFT = '#4c5a53';
const RULE = '#cfd8d3';
const BAD = '#b3261e';
const LABEL_WIDTH = 96;
const AMOUNT_WIDTH = 90;

/** The company's letterhead; `linksTo` is the web's origin for checking receipts. */
export type Letterhead = { company: Site; linksTo: string | null };

const widthOf = (pdf: Pdf): number => pdf.page.width - 2 * MARGIN;
const regular = (pdf: Pdf, size: number, colour = INK): Pdf => pdf.font('regular').fontSize(size).fillColor(colour);
const bold = (pdf: Pdf, size: number, colour = INK): Pdf => pdf.font('bold').fontSize(size).fillColor(colour);

/** Draws content for screen readers, as a block of this kind. */
const block = (pdf: Pdf, kind: 'H1' | 'H2' | 'P' | 'Figure', draw: () => void, alt?: string): void => {
  pdf.addStructure(pdf.struct(kind, alt === undefined ? {} : { alt }, draw));
};

/** Draws what screen readers skip. */
const ornament = (pdf: Pdf, draw: () => void): void => {
  pdf.markContent('Artifact');
  draw();
  pdf.endMarkedContent();
};

const rule = (pdf: Pdf): void => {
  const y = pdf.y;
  ornament(pdf, () => {
    pdf
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + widthOf(pdf), y)
      .lineWidth(0.7)
      .strokeColor(RULE)
      .stroke();
  });
  pdf.x = MARGIN;
  pdf.y = y + 8;
};

const head = (pdf: Pdf, { company_name, office_location, mobile_numbers, email }: Site): void => {
  block(pdf, 'P', () => {
    bold(pdf, 14, BRAND).text(company_name);
    regular(pdf, 9, SOFT).text(office_location);
    pdf.text([...mobile_numbers.slice(0, 3).map(formatPhone), email].join(' · '));
  });
  pdf.y += 8;
  rule(pdf);
};

const title = (pdf: Pdf, { number, amount, status }: ReceiptRow): void => {
  const y = pdf.y;
  const isVoid = status === 'void';
  block(pdf, 'H1', () => {
    bold(pdf, 18).text(`Receipt ${formatReceiptNumber(number)}`, MARGIN, y, { width: widthOf(pdf) });
  });
  block(pdf, 'P', () => {
    bold(pdf, 18, isVoid ? BAD : BRAND).text(formatMoney(amount), MARGIN, y, {
      width: widthOf(pdf),
      align: 'right',
      strike: isVoid,
    });
  });
  pdf.x = MARGIN;
  pdf.y += 8;
};

const fact = (pdf: Pdf, label: string, value: string): void => {
  const y = pdf.y;
  block(pdf, 'P', () => {
    regular(pdf, 10, SOFT).text(label, MARGIN, y, { width: LABEL_WIDTH });
    regular(pdf, 10).text(value, MARGIN + LABEL_WIDTH, y, { width: widthOf(pdf) - LABEL_WIDTH });
  });
  pdf.x = MARGIN;
  pdf.y += 3;
};

const line = (pdf: Pdf, text: string, amount: string, isTotal = false): void => {
  const y = pdf.y;
  const style = isTotal ? bold : regular;
  const width = widthOf(pdf) - AMOUNT_WIDTH;
  block(pdf, 'P', () => {
    style(pdf, 10).text(groupThousands(amount), MARGIN + width, y, { width: AMOUNT_WIDTH, align: 'right' });
    style(pdf, 10).text(text, MARGIN, y, { width });
  });
  pdf.x = MARGIN;
  pdf.y += 5;
};

/** Marks the receipt as void, across the page and in words. */
const voided = (pdf: Pdf, { voided_at, void_reason }: ReceiptRow): void => {
  const [x, y] = [pdf.page.width / 2, pdf.page.height / 2];
  block(pdf, 'P', () => {
    bold(pdf, 10, BAD).text(`VOID since ${formatInstant(String(voided_at?.toISOString()))}: ${void_reason}`);
  });
  const after = pdf.y + 6;
  ornament(pdf, () => {
    pdf
      .save()
      .rotate(-32, { origin: [x, y] })
      .opacity(0.16);
    bold(pdf, 130, BAD).text('VOID', x - 210, y - 95, { width: 420, align: 'center', lineBreak: false });
    pdf.restore();
  });
  pdf.x = MARGIN;
  pdf.y = after;
};

/** The code that checks the receipt, at the foot of the page. */
const check = (pdf: Pdf, code: string, linksTo: string | null): void => {
  const y = pdf.page.height - MARGIN - QR_SIZE;
  if (pdf.y > y) pdf.addPage();
  const beside = linksTo === null ? MARGIN : MARGIN + QR_SIZE + 12;
  if (linksTo !== null) {
    block(
      pdf,
      'Figure',
      () => drawQr(pdf, receiptPage(linksTo, code), { x: MARGIN, y, size: QR_SIZE }),
      'QR code of the page that checks this receipt',
    );
  }
  const width = widthOf(pdf) - (beside - MARGIN);
  block(pdf, 'P', () => {
    bold(pdf, 10).text('Is this receipt genuine?', beside, y + 14, { width });
    const how =
      linksTo === null
        ? 'Open our website with /receipt/ and this code after its address. The page must show the same number, day and amount.'
        : `Scan the code, or open ${linksTo.replace(/^https?:\/\//, '')}/receipt/ with this code after it. The page must show the same number, day and amount.`;
    regular(pdf, 9, SOFT).text(how, { width });
    bold(pdf, 10).text(formatReceiptCode(code), { width });
  });
};

/** A receipt on one A5 page, which stays readable on paper of half that width. */
export const receiptPdf = (receipt: ReceiptRow, { company, linksTo }: Letterhead): Promise<Buffer> => {
  const described = {
    title: `Receipt ${formatReceiptNumber(receipt.number)} - ${company.company_name}`,
    author: company.company_name,
    made: receipt.issued_at,
    size: 'A5',
    margin: MARGIN,
  } as const;
  return makePdf(described, (pdf) => {
    registerFonts(pdf);
    head(pdf, company);
    title(pdf, receipt);
    if (receipt.status === 'void') voided(pdf, receipt);
    fact(pdf, 'Received from', receipt.payer_name);
    fact(pdf, 'For', receipt.payer_details);
    fact(pdf, 'Paid on', formatDay(receipt.paid_on));
    fact(pdf, 'Paid by', PAYMENT_MODE_LABELS[receipt.mode]);
    fact(pdf, 'Transaction ID', receipt.transaction_id);
    fact(pdf, 'Issued', formatInstant(receipt.issued_at.toISOString()));
    pdf.y += 8;
    rule(pdf);
    for (const { text, amount } of receipt.lines) line(pdf, text, amount);
    rule(pdf);
    line(pdf, 'Total in Ghana cedis (GHS)', receipt.amount, true);
    check(pdf, receipt.code, linksTo);
  });
};

/** A document and the name under which it is saved. */
type PdfFile = { name: string; bytes: Buffer };

const draw = async (db: Db, name: ReceiptName, letterhead: () => Promise<Letterhead>): Promise<PdfFile> => {
  const receipt = await findReceipt(db, name);
  if (!receipt) throw new Refusal('not_found', NO_RECEIPT);
  const number = formatReceiptNumber(receipt.number);
  return { name: `receipt-${number}.pdf`, bytes: await receiptPdf(receipt, await letterhead()) };
};

/** The receipt with this number. Refused with 404 `not_found`. */
export const receiptByNumber = (db: Db, number: string, letterhead: () => Promise<Letterhead>): Promise<PdfFile> =>
  draw(db, { number }, letterhead);

/** The receipt of a record. Refused with 404 `not_found` where it has none. */
export const receiptOf = (
  db: Db,
  { kind, subjectId }: { kind: ReceiptKind; subjectId: string },
  letterhead: () => Promise<Letterhead>,
): Promise<PdfFile> => draw(db, { kind, subject_id: subjectId }, letterhead);

/** First name and last initial: enough to compare, too little to learn a name. */
export const maskName = (name: string): string => {
  const [first = '', ...others] = name.split(' ').filter((part) => part !== '');
  const [initial = ''] = [...(others.at(-1) ?? '')];
  return initial === '' ? `${[...first][0] ?? ''}.` : `${first} ${initial}.`;
};

/** The part of the receipt with this code that strangers may see. Refused with 404 `not_found`. */
export const verifyReceipt = async (db: Db, typed: string): Promise<VerifiedReceipt> => {
  const code = readReceiptCode(typed);
  const receipt = code === null ? null : await findReceipt(db, { code });
  if (!receipt) throw new Refusal('not_found', UNKNOWN_RECEIPT_CODE);
  return {
    number: formatReceiptNumber(receipt.number),
    paid_on: receipt.paid_on,
    amount: receipt.amount,
    payer: maskName(receipt.payer_name),
    is_void: receipt.status === 'void',
  };
};
