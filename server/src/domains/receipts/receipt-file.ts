import { formatReceiptNumber, NO_RECEIPT } from '@banbo/contract';
import type { Db } from '#db/database.ts';
import { Refusal } from '#lib/refusal.ts';
import type { ReceiptKind } from './issue-receipts.ts';
import { type Letterhead, receiptPdf } from './receipt-pdf.ts';
import { findReceipt, type ReceiptName } from './receipts.repo.ts';

/** A document and the name under which it is saved. */
export type PdfFile = { name: string; bytes: Buffer };

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
