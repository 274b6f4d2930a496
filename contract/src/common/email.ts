import { z } from 'zod';
import { isPlainText, unseenIn } from './text.ts';

export const WRONG_EMAIL = 'Give an e-mail address, like name@example.com.';

const isUnseenIn = (given: unknown): boolean => typeof given === 'string' && !isPlainText(given.trim());

/**
 * An e-mail address of at most 254 characters. An address that only looks right gets the sentence that says why it is
 * wrong.
 */
export const Email = z
  .email({ error: ({ input }) => (isUnseenIn(input) ? unseenIn('The e-mail address') : WRONG_EMAIL) })
  .max(254);
