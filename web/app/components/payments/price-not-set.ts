import { formatPhone, type Site } from '@banbo/contract';

/**
 * The sentence for a year without prices. It names a number to call, since without prices no page can say whether a fee
 * is due.
 */
export const priceNotSet = (year: number, { mobile_numbers: [number = ''] }: Site): string =>
  `The price for ${year} is not set yet. Please call ${formatPhone(number)}.`;
