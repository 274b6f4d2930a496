import { normalizeCarNumber } from '@banbo/contract';

/** The searchable fields of a driver, by their column. */
export type SearchField = 'driver_code' | 'mobile_number' | 'car_key';

/** The beginnings of stored values; null when no stored value can begin like the input. */
export type Prefix = { field: SearchField; value: string | null };

const alphanumeric = (input: string): string => input.toUpperCase().replace(/[^A-Z0-9]/g, '');

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

/** The prefixes of a search; empty when all fields are. */
export const searchPrefixes = (asked: {
  driver_code?: string | undefined;
  mobile_number?: string | undefined;
  car_number?: string | undefined;
}): Prefix[] => {
  const prefixes: Prefix[] = [];
  if (asked.driver_code?.trim()) prefixes.push({ field: 'driver_code', value: codePrefix(asked.driver_code) });
  if (asked.mobile_number?.trim()) prefixes.push({ field: 'mobile_number', value: mobilePrefix(asked.mobile_number) });
  if (asked.car_number?.trim()) prefixes.push({ field: 'car_key', value: carPrefix(asked.car_number) });
  return prefixes;
};
