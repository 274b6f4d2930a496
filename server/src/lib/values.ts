/**
 * As names are stored: in uppercase, with single spaces, and in one form (NFKC) of characters that
 * keyboards write in several, such as a separate accent or letters of full width.
 */
export const upper = (text: string): string =>
  text.normalize('NFKC').replace(/\s+/g, ' ').trim().toUpperCase().normalize('NFC');

/** The values of one field of each row. */
export const pluck = <Row, Name extends keyof Row>(rows: readonly Row[], name: Name): Row[Name][] =>
  rows.map((row) => row[name]);

/** Those of the values that are not null, each once. */
export const presentOf = <T>(values: readonly (T | null)[]): T[] =>
  [...new Set(values)].filter((value) => value !== null);
