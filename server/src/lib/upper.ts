/**
 * As names are stored: in uppercase, with single spaces, and in one form (NFKC) of characters that keyboards write in several,
 * such as an accent of its own or letters of full width.
 */
export const upper = (text: string): string =>
  text.normalize('NFKC').replace(/\s+/g, ' ').trim().toUpperCase().normalize('NFC');
