/** As names are stored: in uppercase, with single spaces. */
export const upper = (text: string): string => text.replace(/\s+/g, ' ').trim().toUpperCase();
