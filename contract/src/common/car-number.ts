import { z } from 'zod';
import { normalizeCarNumber } from './car-plate.ts';
import { isPlainText, unseenIn } from './text.ts';

/** A car number as typed; at least two letters or digits must remain when it is normalised. */
export const CarNumber = z
  .string()
  .trim()
  .min(1, { error: 'Please enter the car number', abort: true })
  .max(20, 'A car number has at most 20 characters.')
  .refine(isPlainText, unseenIn('The car number'))
  .refine((input) => normalizeCarNumber(input).length >= 2, 'Give the car number as on the plate, like GR 1234-20.');
