import { z } from 'zod';

/** Luhn's sum: from the right every second digit counts twice, by its digits. */
const luhnSum = (digits: string): number =>
  [...digits].reduceRight((sum, digit, at) => {
    const value = Number(digit) * ((digits.length - 1 - at) % 2 === 0 ? 1 : 2);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);

/** True of fifteen digits whose last is Luhn's check digit (3GPP TS 23.003). */
export const isImei = (text: string): boolean => /^\d{15}$/.test(text) && luhnSum(text) % 10 === 0;

/** The IMEI of fourteen digits: with their check digit. */
export const withCheckDigit = (fourteen: string): string => `${fourteen}${(10 - (luhnSum(`${fourteen}0`) % 10)) % 10}`;

export const WRONG_IMEI = 'An IMEI has fifteen digits. Dial *#06# or read it from the tracker’s label.';
export const WRONG_CHECK_DIGIT = 'The IMEI’s last digit does not fit the others. Please check it.';

/** An IMEI as typed, with spaces, dashes, dots or slashes between its digits; gives the digits. */
export const Imei = z
  .string()
  .max(40, WRONG_IMEI)
  .transform((typed) => typed.replace(/[\s./-]/g, ''))
  .refine((digits) => /^\d{15}$/.test(digits), { error: WRONG_IMEI, abort: true })
  .refine(isImei, WRONG_CHECK_DIGIT);
