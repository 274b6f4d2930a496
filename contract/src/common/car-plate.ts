/** For comparing: uppercase letters and digits only, so that `gr 1234-20` and `GR-1234-20` are one car. */
export const normalizeCarNumber = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Region code, one to four digits, two-digit year: the usual shape since 2009. Others exist, so this only warns. */
export const isUsualCarNumber = (text: string): boolean => /^[A-Z]{2}\d{1,4}\d{2}$/.test(normalizeCarNumber(text));
