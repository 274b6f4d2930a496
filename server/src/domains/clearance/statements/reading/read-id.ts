export type ReadId = { id: string; problem: null } | { id: null; problem: string };

/** Characters that a stored transaction ID has at most. */
const MAX_LENGTH = 32;
/** Digits of a number that a spreadsheet keeps; more of them become zeros. */
const KEPT_DIGITS = 15;

/** True for digits that end in zeros after as many as a spreadsheet keeps. */
const isRounded = (id: string): boolean => {
  if (!/^\d+$/.test(id) || id.length <= KEPT_DIGITS) return false;
  return id[KEPT_DIGITS - 1] !== '0' && [...id.slice(KEPT_DIGITS)].every((digit) => digit === '0');
};

/**
 * Reads a transaction ID: letters and digits, in uppercase, without the marks that spreadsheets and people put around it.
 * Refuses one that a spreadsheet has shortened.
 */
export const readTransactionId = (text: string): ReadId => {
  const quoted = /^="(.*)"$/.exec(text);
  const id = (quoted?.[1] ?? text).replace(/^['#]/, '').replace(/\s/g, '').toUpperCase();
  if (id === '') return { id: null, problem: 'It has no transaction ID.' };
  const shown = `“${text.slice(0, 40)}”`;
  if (/^\d(?:[.,]\d+)?E\+\d+$/.test(id) || isRounded(id)) {
    return { id: null, problem: `A spreadsheet has shortened the transaction ID to ${shown}.` };
  }
  const isUsable = id.length <= MAX_LENGTH && /^[A-Z0-9]+$/.test(id) && /[1-9]/.test(id);
  return isUsable ? { id, problem: null } : { id: null, problem: `${shown} is no transaction ID.` };
};
