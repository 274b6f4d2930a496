import { MAX_WHOLE_DIGITS, toPesewas } from '@banbo/contract';

/** `1,234.56`, `1234.5` and `1234`. */
const WITH_POINT = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;
/** `1.234,56` and `300,00`: a comma before two last digits, which separates no thousands. */
const WITH_COMMA = /^(\d{1,3}(?:\.\d{3})+|\d+),(\d{2})$/;

/** An amount without its currency, and whether it is below zero: `-3.00`, `3.00-` or `(3.00)`. */
const unsigned = (text: string): { digits: string; isNegative: boolean } => {
  const bare = text.replace(/GH[SC₵¢]|[₵¢\s'’]/gi, '');
  const inBrackets = /^\((.*)\)$/.exec(bare);
  const digits = (inBrackets?.[1] ?? bare).replace(/^[+−-]|[+−-]$/g, '');
  return { digits, isNegative: inBrackets !== null || /^[−-]|[−-]$/.test(bare) };
};

/** A code or sign of a currency before or behind digits: `USD 3.00` or `3.00 €`. */
const WITH_CURRENCY = /^(?:[A-Z]{3}|\p{Sc})\s*[\d(+−-]|[\d)]\s*(?:[A-Z]{3}|\p{Sc})$/iu;

const notAmount = (text: string): string => {
  if (text === '') return 'It has no amount.';
  const shown = `“${text.slice(0, 30)}”`;
  return WITH_CURRENCY.test(text) ? `${shown} is in another currency than Ghana cedis.` : `${shown} is not an amount.`;
};

/** Reads pesewas, below zero for money out. Refuses a third decimal, and two possible amounts. */
export const readAmount = (text: string): { pesewas: bigint; problem: null } | { pesewas: null; problem: string } => {
  const { digits, isNegative } = unsigned(text);
  const [, whole = '', decimals = ''] = WITH_POINT.exec(digits) ?? WITH_COMMA.exec(digits) ?? [];
  const plain = whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '');
  if (plain === '' || plain.length > MAX_WHOLE_DIGITS) {
    return { pesewas: null, problem: notAmount(text) };
  }
  const pesewas = toPesewas(`${plain}.${decimals.padEnd(2, '0')}`);
  return { pesewas: isNegative ? -pesewas : pesewas, problem: null };
};
