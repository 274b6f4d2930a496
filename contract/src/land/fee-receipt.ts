import { z } from 'zod';
import { hidePhones } from '../common/hide-phones.ts';
import { isPlainText, unseenIn } from '../common/text.ts';
import { normalizeIdNumber } from '../drivers/id-number.ts';
import { formatReceiptNumber, parseReceiptNumber } from '../receipts/code.ts';

/** The longest number of a receipt. */
export const MAX_FEE_RECEIPT = 40;

const WRONG = 'A receipt’s number is one word of letters, digits, - and /, with a digit, like R000123.';

/** Receipts of this office as they are printed, others as they were typed. */
const written = (typed: string): string => {
  const number = parseReceiptNumber(typed);
  return number === null ? typed : formatReceiptNumber(number);
};

const isWord = (text: string): boolean => /^[A-Z\d][A-Z\d/-]*$/i.test(text) && /\d/.test(text);

const WRONG_PERSON = 'This looks like the number of a phone or a card. Please enter the number on the receipt.';

/** Nine digits in a row are a phone’s or a card’s; no book of receipts has as many. */
const isOfPerson = (text: string): boolean =>
  /\d{9}/.test(text.replace(/\s/g, '')) || hidePhones(text) !== text || /GHA\d{10}/.test(normalizeIdNumber(text));

/**
 * The number of the receipt of a fee, in one spelling; or nothing. It gets onto a slip, which
 * strangers read.
 */
export const feeReceipt = z
  .string()
  .trim()
  .max(MAX_FEE_RECEIPT, `The receipt’s number has at most ${MAX_FEE_RECEIPT} characters.`)
  .refine(isPlainText, unseenIn('The receipt’s number'))
  .refine((typed) => !isOfPerson(typed), { error: WRONG_PERSON, abort: true })
  .transform(written)
  .refine((number) => number === '' || isWord(number), WRONG);
