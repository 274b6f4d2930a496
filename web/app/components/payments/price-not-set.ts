import { formatPhone, type PublicSite } from '@banbo/contract';

/**
 * For a year without prices: no page can then say whether a fee is due, so it gives a number to
 * call.
 */
export const priceNotSet = (year: number, { mobile_numbers: [number] }: PublicSite): string =>
  `The price for ${year} is not set yet. Please ${number === undefined ? 'ask our office' : `call ${formatPhone(number)}`}.`;
