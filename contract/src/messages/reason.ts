import { z } from 'zod';
import { isPlainText, unseenIn } from '../common/text.ts';

export const MISSING_REASON = 'Please give the reason in a few words.';
const MAX_REASON = 300;

/** The reason for a change, in a line. */
export const Reason = z
  .string(MISSING_REASON)
  .trim()
  .min(3, MISSING_REASON)
  .max(MAX_REASON)
  .refine(isPlainText, unseenIn('The reason'));
