import { createHash, randomInt } from 'node:crypto';

/** Letters and digits without those that are easily misread: no I, L, O, U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUP = 5;

/**
 * Lengths of codes, in groups of five characters of 5 bits. A staff code (125 bits) travels in a link. A member's (50
 * bits) may have to be copied from a text message; it opens one driver's own page, and guesses are limited by address.
 */
const GROUPS = { staff: 5, member: 2, tenant: 5 } as const;

/** Hours that a setup code is good for. */
export const SETUP_CODE_HOURS = 24;

/** A new code, `K7QX9-M2P4T`. */
export const newSetupCode = (kind: keyof typeof GROUPS): string =>
  Array.from({ length: GROUPS[kind] }, () =>
    Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');

/** A code as it is compared. Spaces, dashes and case do not matter, and misread letters are forgiven. */
export const plainCode = (code: string): string =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');

/** The stored form of a code. */
export const hashSetupCode = (accountId: string, code: string): string =>
  createHash('sha256')
    .update(`${accountId}:${plainCode(code)}`)
    .digest('hex');
