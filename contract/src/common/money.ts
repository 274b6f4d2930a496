import { z } from 'zod';

/** Digits before the point that NUMERIC(14,2) can hold. */
const MAX_WHOLE_DIGITS = 12;
const MONEY = new RegExp(`^\\d{1,${MAX_WHOLE_DIGITS}}\\.\\d{2}$`);

/** An amount in Ghana cedis as text with two decimals, `"300.00"`; never negative, never a float. */
export const Money = z.string().regex(MONEY, { error: 'Give an amount with two decimals, like 300.00.', abort: true });
/** An amount that must be more than nothing. */
export const PositiveMoney = Money.refine((text) => toPesewas(text) > 0n, 'The amount must be more than 0.00.');

/** Whole pesewas (1/100 cedi) of an amount; accepts a sign, which totals of postings have. */
export const toPesewas = (amount: string): bigint => {
  const match = /^(-?)(\d+)\.(\d{2})$/.exec(amount);
  if (!match) throw new RangeError(`Not an amount with two decimals: ${amount}`);
  const pesewas = BigInt(`${match[2]}${match[3]}`);
  return match[1] ? -pesewas : pesewas;
};

/** The amount's text with two decimals. */
export const fromPesewas = (pesewas: bigint): string => {
  const sign = pesewas < 0n ? '-' : '';
  const digits = (pesewas < 0n ? -pesewas : pesewas).toString().padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

/**
 * Parses an amount as people write it (`1,500`, `GHS 200`, `300.5`) to `"1500.00"`; null for other texts. Rounds
 * nothing: a third decimal is refused.
 */
export const parseMoney = (input: string): string | null => {
  const match = /^(\d+)(?:\.(\d{0,2}))?$/.exec(input.replace(/GH[S₵]|[\s,₵]/gi, ''));
  if (!match) return null;
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '');
  if (whole.length > MAX_WHOLE_DIGITS) return null;
  return `${whole}.${(match[2] ?? '').padEnd(2, '0')}`;
};
