import { randomInt } from 'node:crypto';

/** Digits and letters that nobody mistakes for each other on paper (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A code of eighty random bits, to be printed and typed again. */
export const newPaperCode = (): string =>
  Array.from({ length: 16 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
