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

/** The longest text that is read as a code; a code with its dashes is far shorter. */
export const MAX_TYPED_CODE = 64;

/** Letters that no code has, with the digits that they were mistaken for. */
const MISREAD: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/**
 * A receipt's code as it is stored, from one that was copied from paper; null when it cannot be
 * one.
 */
export const readReceiptCode = (typed: string): string | null => {
  const code = typed
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[OIL]/g, (letter) => MISREAD[letter] ?? letter);
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code) ? code : null;
};

/** A code in fours, as it is printed: `7Q2M-XK4D-9H3B-ZT60`. */
export const formatReceiptCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code;

/** The address of the page that says whether a receipt is one of ours. */
export const receiptPage = (origin: string, code: string): string => `${origin}/receipt/${code}`;
