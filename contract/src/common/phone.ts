import { z } from 'zod';
import { normalizePhone } from './formats.ts';

/** A Ghana phone number in any usual spelling. Store `normalizePhone` of it. */
export const Phone = z
  .string()
  .max(24)
  .refine((typed) => normalizePhone(typed) !== null, 'Give a Ghana phone number, like 024 123 4567.');
