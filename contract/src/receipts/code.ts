/**
 * Formats of receipts for people. This file imports no schema, so that the plain public page stays
 * light.
 */

const DIGITS = 6;

/** A receipt's number as people see it: `R000123`. */
export const formatReceiptNumber = (number: string): string => `R${number.padStart(DIGITS, '0')}`;

/** The number that a person typed, with or without its R and zeros; null for any other text. */
export const parseReceiptNumber = (typed: string): string | null =>
  /^R?0*([1-9]\d{0,17})$/i.exec(typed.replace(/\s/g, ''))?.[1] ?? null;

/** The address of the page that says whether a receipt is one of ours. */
export const receiptPage = (origin: string, code: string): string => `${origin}/receipt/${code}`;
