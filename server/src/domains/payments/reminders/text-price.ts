import { fromPesewas } from '@banbo/contract';

/** Four decimals of a cedi are hundredths of a pesewa. */
const PER_PESEWA = 100n;

/** The cost of so many texts at a price in GHS, `0.035`, rounded up to the pesewa; null where the price is not known. */
export const costOfTexts = (parts: number, price: string | undefined): string | null => {
  if (price === undefined) return null;
  const [whole = '0', decimals = ''] = price.split('.');
  const hundredths = BigInt(parts) * BigInt(whole + decimals.padEnd(4, '0'));
  return fromPesewas((hundredths + PER_PESEWA - 1n) / PER_PESEWA);
};
