import { z } from 'zod';
import { isPlainText, unseenIn } from './text.ts';

/** For comparing: uppercase letters and digits only. `gr 1234-20` and `GR-1234-20` are one car (FACTS). */
export const normalizeCarNumber = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Region code, one to four digits, two-digit year: the usual shape since 2009. Others exist, so this only warns. */
export const isUsualCarNumber = (typed: string): boolean => /^[A-Z]{2}\d{1,4}\d{2}$/.test(normalizeCarNumber(typed));

/** A car number as typed; at least two letters or digits must remain when it is normalised. */
export const CarNumber = z
  .string()
  .trim()
  .min(1, { error: 'Please enter the car number', abort: true })
  .max(20, 'A car number has at most 20 characters.')
  .refine(isPlainText, unseenIn('The car number'))
  .refine((typed) => normalizeCarNumber(typed).length >= 2, 'Give the car number as on the plate, like GR 1234-20.');
