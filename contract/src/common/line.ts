import { z } from 'zod';
import { isPlainText, unseenIn } from './text.ts';

/**
 * A line of text with at least one letter or digit that reads as it is stored; at most `max` characters. `label` is that of
 * its field, as in `Please enter the last name.`
 */
export const line = (label: string, max = 60) =>
  z
    .string()
    .trim()
    .min(1, { error: `Please enter the ${label}.`, abort: true })
    .max(max, `The ${label} has at most ${max} characters.`)
    .refine(isPlainText, unseenIn(`The ${label}`))
    .refine((value) => /[\p{L}\p{N}]/u.test(value), {
      error: `Please enter the ${label} in letters or digits.`,
      abort: true,
    });
