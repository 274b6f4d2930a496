import { fromPesewas, MAX_WHOLE_DIGITS, toPesewas } from '@banbo/contract';

export type ReadAmount = { pesewas: bigint; problem: null } | { pesewas: null; problem: string };

/** `1,234.56`, `1234.5` and `1234`. */
const WITH_POINT = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;
/** `1.234,56` and `300,00`: a comma before two last digits, which separates no thousands. */
const WITH_COMMA = /^(\d{1,3}(?:\.\d{3})+|\d+),(\d{2})$/;

/** An amount without its currency, and whether it is less than nothing: `-300.00`, `300.00-` or `(300.00)`. */
const unsigned = (text: string): { digits: string; isNegative: boolean } => {
  const bare = text.replace(/GH[S₵¢]|[₵¢\s'’]/gi, '');
  const inBrackets = /^\((.*)\)$/.exec(bare);
  const digits = (inBrackets?.[1] ?? bare).replace(/^[+−-]|[+−-]$/g, '');
  return { digits, isNegative: inBrackets !== null || /^[−-]|[−-]$/.test(bare) };
};

/**
 * Reads an amount of a statement as whole pesewas, below zero for money going out. Rounds nothing: a third decimal is refused,
 * and so is what could mean two amounts.
 */
export const readAmount = (text: string): ReadAmount => {
  const { digits, isNegative } = unsigned(text);
  const [, whole = '', decimals = ''] = WITH_POINT.exec(digits) ?? WITH_COMMA.exec(digits) ?? [];
  const plain = whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '');
  if (plain === '' || plain.length > MAX_WHOLE_DIGITS) {
    return { pesewas: null, problem: text === '' ? 'It has no amount.' : `“${text.slice(0, 30)}” is no amount.` };
  }
  const pesewas = toPesewas(`${plain}.${decimals.padEnd(2, '0')}`);
  return { pesewas: isNegative ? -pesewas : pesewas, problem: null };
};

/** The amount without its sign, as text with two decimals. */
export const amountText = (pesewas: bigint): string => fromPesewas(pesewas < 0n ? -pesewas : pesewas);
