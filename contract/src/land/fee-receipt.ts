import { z } from 'zod';
import { formatReceiptNumber, parseReceiptNumber } from '../receipts/code.ts';

/** The longest number of a receipt that a clerk may type. */
export const MAX_FEE_RECEIPT = 40;

const WRONG = 'Please enter the number of one of our receipts, like R000123.';

/** More digits are those of a phone or a card, which must not get onto a slip. */
const MOST_DIGITS = 8;

const written = (typed: string): string | null => {
  const number = parseReceiptNumber(typed);
  return number === null || number.length > MOST_DIGITS ? null : formatReceiptNumber(number);
};

/** The number of this office’s receipt of a fee, in one spelling; or nothing. */
export const feeReceipt = z
  .string()
  .trim()
  .max(MAX_FEE_RECEIPT, WRONG)
  .refine((typed) => typed === '' || written(typed) !== null, { error: WRONG, abort: true })
  .transform((typed) => written(typed) ?? '');
