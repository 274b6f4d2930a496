/** The identification type with this form; the list of types holds names alone. */
const GHANA_CARD = 'GHANA CARD';
const GHANA_CARD_KEY = /^GHA\d{10}$/;
const GHANA_CARD_WRONG = 'A Ghana Card number is GHA, nine digits and one digit, like GHA-712345678-9.';

const isGhanaCard = (type: string): boolean => type.trim().toUpperCase() === GHANA_CARD;

/** For comparing: uppercase letters and digits only. `GHA-712345678-9` and `gha 7123456789` are one number. */
export const normalizeIdNumber = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');

/**
 * The keys under which the same document may be stored. A Ghana Card's number counts as one without its GHA also: as older
 * records have it, and as somebody types it who gives the card as a document of another type.
 */
export const sameIdNumbers = (typed: string): string[] => {
  const key = normalizeIdNumber(typed);
  if (GHANA_CARD_KEY.test(key)) return [key, key.slice(3)];
  return GHANA_CARD_KEY.test(`GHA${key}`) ? [key, `GHA${key}`] : [key];
};

/** Refuses a Ghana Card number of another form, in a sentence; null where the number may stand. Other types are free. */
export const idNumberProblem = (type: string, typed: string): string | null =>
  isGhanaCard(type) && !GHANA_CARD_KEY.test(normalizeIdNumber(typed)) ? GHANA_CARD_WRONG : null;

/** The number as it is stored: a Ghana Card's as `GHA-712345678-9` however it was typed, any other as it was typed. */
export const writtenIdNumber = (type: string, typed: string): string => {
  const key = normalizeIdNumber(typed);
  if (!isGhanaCard(type) || !GHANA_CARD_KEY.test(key)) return typed;
  return `${key.slice(0, 3)}-${key.slice(3, 12)}-${key.slice(12)}`;
};
