/**
 * Codes of receipts, papers and cards for people. This file imports no schema, so that the plain
 * public pages stay light.
 */

/** The longest text that is read as a code; a code with its dashes is far shorter. */
export const MAX_TYPED_CODE = 64;

/** Letters that no code has, with the digits that they were mistaken for. */
const MISREAD: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** A code as it is stored, from one that was copied from paper; null when it cannot be one. */
export const readPaperCode = (typed: string): string | null => {
  const code = typed
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replace(/[OIL]/g, (letter) => MISREAD[letter] ?? letter);
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code) ? code : null;
};

/** A code in fours, as it is printed: `7Q2M-XK4D-9H3B-ZT60`. */
export const formatPaperCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code;
