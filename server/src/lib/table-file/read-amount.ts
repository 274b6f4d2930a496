import { bareAmount, MAX_WHOLE_DIGITS, NOTHING_MORE, toPesewas } from '@banbo/contract';

/** `1,234.56`, `1234.5` and `1234`. */
const WITH_POINT = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;
/** `1.234,56` and `300,00`: a comma before two last digits, which separates no thousands. */
const WITH_COMMA = /^(\d{1,3}(?:\.\d{3})+|\d+),(\d{2})$/;

/** An amount’s digits, and whether it is below zero: `-3.00`, `3.00-` or `(3.00)`. */
const unsigned = (text: string): { digits: string; isNegative: boolean } => {
  const bare = bareAmount(text) ?? '';
  const inBrackets = /^\((.*)\)$/.exec(bare);
  const signed = (inBrackets?.[1] ?? bare).replace(NOTHING_MORE, '');
  const digits = signed.replace(/^[+−-]|[+−-]$/g, '');
  return { digits, isNegative: inBrackets !== null || /^[−-]|[−-]$/.test(signed) };
};

/** A code or sign of a currency before or behind digits: `USD 3.00` or `3.00 €`. */
const WITH_CURRENCY = /^(?:(?!GH[SC])[A-Z]{3}|\p{Sc})\s*[\d(+−-]|[\d)]\s*(?:(?!GH[SC])[A-Z]{3}|\p{Sc})$/iu;

const notAmount = (text: string): string => {
  if (text === '') return 'It has no amount.';
  const shown = `“${text.slice(0, 30)}”`;
  return WITH_CURRENCY.test(text) ? `${shown} is in another currency than Ghana cedis.` : `${shown} is not an amount.`;
};

export type ReadAmount = { pesewas: bigint; problem: null } | { pesewas: null; problem: string };

/** Reads pesewas, below zero for money out. Refuses a third decimal, and two possible amounts. */
export const readAmount = (text: string): ReadAmount => {
  const { digits, isNegative } = unsigned(text);
  const [, whole = '', decimals = ''] = WITH_POINT.exec(digits) ?? WITH_COMMA.exec(digits) ?? [];
  const plain = whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '');
  if (plain === '' || plain.length > MAX_WHOLE_DIGITS) {
    return { pesewas: null, problem: notAmount(text) };
  }
  const pesewas = toPesewas(`${plain}.${decimals.padEnd(2, '0')}`);
  return { pesewas: isNegative ? -pesewas : pesewas, problem: null };
};

/** The side of an account that a bank prints beside an amount: `500.00 CR`, `Dr. 500.00`. */
const SIDE = /^(?:CR|DR)(?![A-Z])\.?|(?<![A-Z])(?:CR(?:EDIT)?|DR|DEBIT|C|D)\.?$/gi;

/**
 * Reads an amount that may have its side, where an account has sides: of a debit the pesewas are
 * below zero. `side` is null without one. Refuses a side beside a sign.
 */
export const readSided = (text: string): ReadAmount & { side: 'CR' | 'DR' | null } => {
  const [found, ...others] = text.trim().match(SIDE) ?? [];
  if (found === undefined) return { ...readAmount(text), side: null };
  const side = found.toUpperCase().startsWith('C') ? 'CR' : 'DR';
  const { pesewas } = readAmount(text.trim().replace(SIDE, '').trim());
  if (pesewas === null || pesewas < 0n || others.length > 0) return { pesewas: null, problem: notAmount(text), side };
  return { pesewas: side === 'DR' ? -pesewas : pesewas, problem: null, side };
};
