import { randomInt } from 'node:crypto';

/** Digits and letters that nobody mistakes for each other on paper (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 16;

/** A code of eighty random bits, which leads to the page that checks a document. */
export const newDocumentCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
