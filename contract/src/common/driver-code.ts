import { z } from 'zod';

/**
 * Check characters: 31 digits and letters, a prime count, so that the check catches every single wrong digit and every
 * swap of neighbours. I and O are left out because they are misread as 1 and 0; L, S and U to come to a prime.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRTVWXYZ';

const check = (digits: string): string => {
  let sum = 0;
  for (const [index, digit] of [...digits].entries()) sum += Number(digit) * (index + 2);
  return ALPHABET[sum % ALPHABET.length] ?? '';
};

/** The driver code of a serial number 1…999,999: `DRV`, six digits, one check character. */
export const driverCodeOf = (serial: number): string => {
  if (!Number.isInteger(serial) || serial < 1 || serial > 999_999) throw new RangeError(`No driver code for ${serial}`);
  const digits = String(serial).padStart(6, '0');
  return `DRV${digits}${check(digits)}`;
};

/** True when the check character fits. Catches a typing slip before any look-up. */
export const isDriverCode = (input: string): boolean => {
  const match = /^DRV(\d{6})([0-9A-Z])$/.exec(input.trim().toUpperCase());
  return match !== null && check(match[1] ?? '') === match[2];
};

export const DriverCode = z.string().regex(/^DRV\d{6}[0-9A-Z]$/);
