import { z } from 'zod';
import { Day, Money } from '../common/fields.ts';
import { hundredths } from '../receipts/taxes.ts';

/** A tax that prices include, as the dated table has it. */
export const IncludedTax = z.object({
  name: z.string(),
  /** Percent, `2.50`. */
  rate: z.string(),
  /** It is on the net and on the taxes that are not; those are on the net alone. */
  on_levies: z.boolean(),
  is_reclaimable: z.boolean(),
});
export type IncludedTax = z.infer<typeof IncludedTax>;

/** The taxes from a day on, until the next period begins. */
export const TaxPeriod = z.object({ from: Day, taxes: z.array(IncludedTax) });
export type TaxPeriod = z.infer<typeof TaxPeriod>;

/** A tax of an expense. */
export const ExpenseTax = z.object({
  name: z.string(),
  rate: z.string(),
  amount: Money,
  /** It goes to the input tax, and is no cost. */
  is_reclaimed: z.boolean(),
});
export type ExpenseTax = z.infer<typeof ExpenseTax>;

/** The taxes of a day; null for a day before the first period. Periods may be in any order. */
export const taxesOn = (periods: readonly TaxPeriod[], day: string): readonly IncludedTax[] | null => {
  const begun = periods.filter(({ from }) => from <= day);
  const last = begun.reduce<TaxPeriod | null>((best, one) => (best && best.from > one.from ? best : one), null);
  return last?.taxes ?? null;
};

/** Hundredths of a percent that are the whole. */
const WHOLE = 10_000n;

const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((total, one) => total + one, 0n);

/** The parts of a gross amount, in pesewas, with the weights that the taxes have in it. */
export type GrossParts = { net: bigint; taxes: readonly { tax: IncludedTax; pesewas: bigint }[] };

/**
 * Takes a gross amount in pesewas apart. Each tax is rounded to whole pesewas, half up, and the net
 * is the rest, so that net and taxes are the gross to the pesewa.
 */
export const partsOfGross = (gross: bigint, taxes: readonly IncludedTax[]): GrossParts => {
  const levies = sum(taxes.filter((tax) => !tax.on_levies).map(({ rate }) => hundredths(rate)));
  const weightOf = ({ rate, on_levies }: IncludedTax): bigint =>
    hundredths(rate) * (on_levies ? WHOLE + levies : WHOLE);
  const whole = WHOLE * WHOLE + sum(taxes.map(weightOf));
  const parts = taxes.map((tax) => ({ tax, pesewas: (2n * gross * weightOf(tax) + whole) / (2n * whole) }));
  return { net: gross - sum(parts.map(({ pesewas }) => pesewas)), taxes: parts };
};

/** The part of the taxes that a company reclaims, in pesewas. */
export const reclaimedOf = ({ taxes }: GrossParts): bigint =>
  sum(taxes.filter(({ tax }) => tax.is_reclaimable).map(({ pesewas }) => pesewas));
