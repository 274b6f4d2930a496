import { otherSignsIn } from '../common/text.ts';
import { fitsMask, maskInWords } from '../lookups/number-mask.ts';

/**
 * The identification type whose numbers have a rule of their own, beyond what a mask of the list of
 * types can say.
 */
export const GHANA_CARD = 'GHANA CARD';
const GHANA_CARD_KEY = /^GHA\d{10}$/;
/** A foreign resident's begins with the letters of their country, which the server knows. */
const CARD_KEY = /^[A-Z]{3}\d{10}$/;
export const GHANA_CARD_WRONG =
  'A Ghana Card number is GHA or another country’s three letters, nine digits and one digit, like GHA-712345678-9.';

export const isGhanaCard = (type: string): boolean => type.trim().toUpperCase() === GHANA_CARD;

/**
 * The form for comparing: uppercase letters and digits only. `GHA-712345678-9` and `gha 7123456789`
 * are one number.
 */
export const normalizeIdNumber = (input: string): string => input.toUpperCase().replace(/[^A-Z0-9]/g, '');

/**
 * The keys under which the same document may be stored. A Ghana Card's number also counts without
 * its GHA: older records have it so, and so does a person who enters the card as another type of
 * document.
 */
export const sameIdNumbers = (input: string): string[] => {
  const key = normalizeIdNumber(input);
  if (GHANA_CARD_KEY.test(key)) return [key, key.slice(3)];
  return GHANA_CARD_KEY.test(`GHA${key}`) ? [key, `GHA${key}`] : [key];
};

/**
 * Refuses a number of another form than the type's, in a sentence; null when the number is fine.
 * `mask` is that of the type in the list, null where its numbers are free text. Case, spaces and
 * hyphens are left aside.
 */
export const idNumberProblem = (type: string, input: string, mask: string | null): string | null => {
  const signs = otherSignsIn('The ID number', input);
  if (signs !== null) return signs;
  const number = normalizeIdNumber(input);
  if (isGhanaCard(type)) return CARD_KEY.test(number) ? null : GHANA_CARD_WRONG;
  if (mask === null || fitsMask(mask, number)) return null;
  return `The ID number of this type has the form ${mask}, ${maskInWords(mask)}.`;
};

/**
 * The number as it is stored: a Ghana Card's as `GHA-712345678-9`, any other exactly as entered.
 */
export const writtenIdNumber = (type: string, input: string): string => {
  const key = normalizeIdNumber(input);
  if (!isGhanaCard(type) || !CARD_KEY.test(key)) return input;
  return `${key.slice(0, 3)}-${key.slice(3, 12)}-${key.slice(12)}`;
};
