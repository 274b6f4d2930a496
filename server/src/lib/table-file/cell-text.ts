import type { Workbook } from './workbook-facts.ts';

/** A cell as its XML says it. */
export type RawCell = { type: string; style: number; value: string; formula: string };

const DAY_MS = 86_400_000;
/** The days that spreadsheets count as 0. */
const DAY_ZERO = Date.UTC(1899, 11, 30);
const DAY_ZERO_1904 = Date.UTC(1904, 0, 1);
/** The last day that Excel knows. */
const LAST_DAY = 2_958_465;
/** Digits of a number that spreadsheets keep. */
const DIGITS = 15;

/** A day as `2026-11-20`, with its time where it has one. */
const dayText = (serial: number, is1904: boolean): string => {
  const minutes = Math.round(serial * 1_440);
  const moment = new Date((is1904 ? DAY_ZERO_1904 : DAY_ZERO) + minutes * (DAY_MS / 1_440)).toISOString();
  return minutes % 1_440 === 0 ? moment.slice(0, 10) : moment.slice(0, 16).replace('T', ' ');
};

/** A number with the digits that a spreadsheet shows, never with an exponent. */
const numberText = (number: number): string => {
  const shown = Number(number.toPrecision(DIGITS));
  const text = String(shown);
  if (!text.includes('e')) return text;
  return Number.isInteger(shown) && Math.abs(shown) < 1e21 ? BigInt(shown).toString() : shown.toFixed(10);
};

/** A formula whose value the file does not have stands for itself, as text that begins with `=`. */
export const cellText = (
  { type, style, value, formula }: RawCell,
  { texts, showsDay, is1904 }: Pick<Workbook, 'texts' | 'showsDay' | 'is1904'>,
): string => {
  if (value === '') return formula && `=${formula}`;
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  const number = Number(value);
  if (type !== 'n' || !Number.isFinite(number)) return value;
  return showsDay[style] && number >= 1 && number <= LAST_DAY ? dayText(number, is1904) : numberText(number);
};
