/** As names are stored: in uppercase, with single spaces. */
export const upper = (typed: string): string => typed.replace(/\s+/g, ' ').trim().toUpperCase();
