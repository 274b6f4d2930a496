import { formatPhone, type Site } from '@banbo/contract';

/** Says of a year without prices whom to ask, since nobody can know then whether something is due. */
export const priceNotSet = (year: number, { mobile_numbers: [number = ''] }: Site): string =>
  `The price for ${year} is not set yet. Please call ${formatPhone(number)}.`;
