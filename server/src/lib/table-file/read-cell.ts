import { phoneAnywhere } from '@banbo/contract';

/** Words that old lists put where nothing is known. */
const NOTHING = /^(?:[-–—.?/]+|n\/?a|nil|none|null|unknown)$/i;

/** Drops the mark that keeps a spreadsheet from shortening digits or running a formula. */
const unquoted = (cell: string): string => /^="(.*)"$/.exec(cell)?.[1] ?? cell.replace(/^'(?=[=+@\d-])/, '');

/** The text of a column of a line; empty without the column, and where nothing is known. */
export const knownText = (cells: readonly string[], column: number | null): string => {
  const cell = unquoted(column === null ? '' : (cells[column] ?? '')).trim();
  return NOTHING.test(cell) ? '' : cell;
};

/** True for a formula whose value the file does not have. */
export const isFormula = (text: string): boolean => /^[=@]/.test(text);
export const WITHOUT_VALUE = 'A formula stands here without its value. Please save the file again in the spreadsheet.';

/** Choices by each of their spellings, of which only letters and digits count. */
export type Choices<Value extends string = string> = ReadonlyMap<string, Value>;

/** The letters and digits of a text in uppercase, by which spellings are one. */
export const spellingKey = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The choices of a list, and further spellings of some of them. */
export const choicesOf = <Value extends string>(
  values: readonly Value[],
  spellings: Readonly<Record<string, Value>> = {},
): Choices<Value> => {
  const known = Object.entries(spellings).filter(([, value]) => values.includes(value));
  return new Map(
    [...known, ...values.map((value) => [value, value] as const)].map(([text, one]) => [spellingKey(text), one]),
  );
};

/** The choice that a text means; null where the list has none like it. */
export const readChoice = <Value extends string>(text: string, choices: Choices<Value>): Value | null =>
  choices.get(spellingKey(text)) ?? null;

/** Signs and words between several numbers in one cell. */
const BETWEEN = /[/,;|&]| or /i;

/** True for several numbers; `024/470 0110` is one. */
export const hasSeveralPhones = (text: string): boolean => BETWEEN.test(text) && phoneAnywhere(text) === null;

/** The first number of a cell. */
export const firstPhone = (text: string): string =>
  (hasSeveralPhones(text) ? (text.split(BETWEEN)[0] ?? '') : text).trim();
