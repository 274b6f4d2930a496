import { normalizeCarNumber } from '@banbo/contract';

const alphanumeric = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** `12` and `drv 12` both begin DRV12. */
const codePrefix = (input: string): string | null => {
  const code = alphanumeric(input);
  if (code === '') return null;
  return /^\d/.test(code) ? `DRV${code}` : code;
};

/** `024 1`, `24 1`, `233 24 1` and `+233241` all begin +233241. */
const mobilePrefix = (input: string): string | null => {
  const digits = input.replace(/\D/g, '');
  if (digits === '') return null;
  if (input.trim().startsWith('+')) return `+${digits}`;
  if (digits.startsWith('233')) return `+${digits}`;
  return `+233${digits.replace(/^0/, '')}`;
};

const carPrefix = (input: string): string | null => normalizeCarNumber(input) || null;

/** For each field of a search, the beginning of stored values that was typed; null when nothing stored can begin so. */
export const SEARCH_PREFIXES = { driver_code: codePrefix, mobile_number: mobilePrefix, car_number: carPrefix } as const;
