/** Digits before the point that NUMERIC(14,2) can hold. */
export const MAX_WHOLE_DIGITS = 12;
/** Digits before the point of a sum, NUMERIC(20,2): that of a million of the largest amounts. */
export const MAX_SUM_DIGITS = 18;

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

/** The signs behind an amount that say that nothing more follows: `300/-` and `300.00/=`. */
export const NOTHING_MORE = /\/[-=–—]$/;

const CURRENCY = /GH[SC₵¢]|[₵¢]/gi;
/** Two amounts, whose digits must not become those of one. */
const TWO_AMOUNTS = /\d\s*(?:GH[SC₵¢]|[₵¢])\s*\d|\d{4}[ \u00A0\u202F]\d/i;

const BLANK_OR_DIGIT = /[\d\s]/;

/**
 * An amount's text without its currency and without blanks and apostrophes that part thousands
 * (`1 500.00`); null where two amounts may stand in it.
 */
export const bareAmount = (text: string): string | null => {
  if (TWO_AMOUNTS.test(text)) return null;
  const bare = text
    .trim()
    .replace(/(?<=\d)[ \u00A0\u202F'’](?=\d{3}(?!\d))/g, '')
    .replace(CURRENCY, '')
    .replace(/[^\S\r\n]+/g, (blanks, at: number, whole: string) =>
      BLANK_OR_DIGIT.test(whole[at - 1] ?? '') && BLANK_OR_DIGIT.test(whole[at + blanks.length] ?? '') ? blanks : '',
    );
  return /\s/.test(bare) ? null : bare;
};

/**
 * Reads an amount as people write it (`1,500`, `GHS 200`, `300.5`, `300/-`) as `"1500.00"`; null
 * for any other text, such as a third decimal or a comma that parts no thousands.
 */
export const parseMoney = (text: string): string | null => {
  const bare = (bareAmount(text) ?? '').replace(NOTHING_MORE, '');
  const match = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{0,2}))?$/.exec(bare);
  if (!match) return null;
  const whole = (match[1] ?? '').replaceAll(',', '').replace(/^0+(?=\d)/, '');
  if (whole.length > MAX_WHOLE_DIGITS) return null;
  return `${whole}.${(match[2] ?? '').padEnd(2, '0')}`;
};
