import {
  formatReceiptNumber,
  NO_RECEIPT,
  type Receipt,
  readPaperCode,
  UNKNOWN_RECEIPT_CODE,
  type VerifiedReceipt,
} from '@banbo/contract';
import type { Db } from '#db/database.ts';
import type { Letterhead } from '#domains/documents';
import { maskName } from '#lib/mask-name.ts';
import { Refusal } from '#lib/refusal.ts';
import { receiptPdf, receiptRoll } from './receipt-pdf.ts';
import { findReceipt, type ReceiptName, type ReceiptRow, receiptRows } from './receipts.repo.ts';

/** A receipt as lists of staff show it. */
export const presentReceipt = (row: ReceiptRow): Receipt => ({
  id: row.number,
  paid_on: row.paid_on,
  issued_at: row.issued_at.toISOString(),
  payer_name: row.payer_name,
  payer_details: row.payer_details,
  mode: row.mode,
  transaction_id: row.transaction_id,
  amount: row.amount,
  status: row.status,
  void_reason: row.void_reason,
  payment_id: row.subject_id,
});

/** A document and the name under which it is saved. */
type PdfFile = { name: string; bytes: Buffer };

/** Reads the company’s present letterhead. */
export type LetterheadSource = () => Promise<Letterhead>;

const draw = async (db: Db, name: ReceiptName, letterhead: LetterheadSource): Promise<PdfFile> => {
  const receipt = await findReceipt(db, name);
  if (!receipt) throw new Refusal('not_found', NO_RECEIPT);
  const number = formatReceiptNumber(receipt.number);
  return { name: `receipt-${number}.pdf`, bytes: await receiptPdf(receipt, await letterhead()) };
};

/** The receipt with this number. Refused with 404 `not_found`. */
export const receiptByNumber = (db: Db, number: string, letterhead: LetterheadSource): Promise<PdfFile> =>
  draw(db, { number }, letterhead);

/**
 * The receipts of these records on one roll, in the order of their numbers. Refused with 404
 * `not_found` where a record has none.
 */
export const receiptsOf = async (
  db: Db,
  subjectIds: readonly string[],
  letterhead: LetterheadSource,
): Promise<PdfFile> => {
  const receipts = await receiptRows(db, subjectIds);
  const [first] = receipts;
  if (!first || receipts.length < new Set(subjectIds).size) throw new Refusal('not_found', NO_RECEIPT);
  const number = formatReceiptNumber(first.number);
  const name = receipts.length === 1 ? `receipt-${number}.pdf` : `receipts-from-${number}.pdf`;
  return { name, bytes: await receiptRoll(receipts, await letterhead()) };
};

/** The part of the receipt with this code that strangers may see. Refused with 404 `not_found`. */
export const verifyReceipt = async (db: Db, typed: string): Promise<VerifiedReceipt> => {
  const code = readPaperCode(typed);
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
