import { z } from 'zod';
import { isPlainText, unseenIn } from '../common/text.ts';

const RATE = /^\d{1,2}(\.\d{1,2})?$/;

/** Hundredths of a percent of a rate in its form, `2.5`. */
export const hundredths = (rate: string): bigint => {
  const [whole = '', part = ''] = rate.split('.');
  return BigInt(`${whole}${part.padEnd(2, '0')}`);
};

/** A tax that prices contain, such as VAT at 15 percent of the price before taxes. */
export const TaxRate = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Please enter the name of the tax.')
    .max(30, 'The name of a tax has at most 30 characters.')
    .refine(isPlainText, unseenIn('The name of a tax')),
  /** Percent. */
  rate: z
    .string()
    .trim()
    .refine(
      (rate) => RATE.test(rate) && hundredths(rate) > 0n,
      'A rate is a percentage above 0 and below 100, such as 15 or 2.5.',
    ),
});
export type TaxRate = z.infer<typeof TaxRate>;

/** The taxes that a gross amount in pesewas contains, each rounded to whole pesewas. */
export const containedTaxes = (
  gross: bigint,
  taxes: readonly TaxRate[],
): { name: string; rate: string; pesewas: bigint }[] => {
  // All taxes are on the same price before taxes, as since Act 1151 of 2025.
  const whole = taxes.reduce((sum, { rate }) => sum + hundredths(rate), 10_000n);
  return taxes.map(({ name, rate }) => ({
    name,
    rate,
    pesewas: (2n * gross * hundredths(rate) + whole) / (2n * whole),
  }));
};
