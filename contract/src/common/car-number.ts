import { z } from 'zod';
import { isPlainText, unseenIn } from './text.ts';

/** The form for comparing: uppercase letters and digits only. `gr 1234-20` and `GR-1234-20` are one car. */
export const normalizeCarNumber = (input: string): string => input.toUpperCase().replace(/[^A-Z0-9]/g, '');

/**
 * Region code, one to four digits, two-digit year: the usual shape since 2009. Personal and older plates differ, so
 * forms only warn.
 */
export const isUsualCarNumber = (input: string): boolean => /^[A-Z]{2}\d{1,4}\d{2}$/.test(normalizeCarNumber(input));

/** A car number as typed; at least two letters or digits must remain when it is normalised. */
export const CarNumber = z
  .string()
  .trim()
  .min(1, { error: 'Please enter the car number', abort: true })
  .max(20, 'A car number has at most 20 characters.')
  .refine(isPlainText, unseenIn('The car number'))
  .refine((input) => normalizeCarNumber(input).length >= 2, 'Give the car number as on the plate, like GR 1234-20.');
