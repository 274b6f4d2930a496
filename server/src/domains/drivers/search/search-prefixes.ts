import { normalizeCarNumber } from '@banbo/contract';

/** The fields a driver is searched by, as the database has them. */
export type SearchField = 'driver_code' | 'mobile_number' | 'car_key';

/** The beginnings of stored values; null when no stored value can begin like the input. */
export type Prefix = { field: SearchField; value: string | null };

const alphanumeric = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** `12` and `drv 12` both begin DRV12. */
const codePrefix = (typed: string): string | null => {
  const code = alphanumeric(typed);
  if (code === '') return null;
  return /^\d/.test(code) ? `DRV${code}` : code;
};

/** `024 1`, `24 1`, `233 24 1` and `+233241` all begin +233241. */
const mobilePrefix = (typed: string): string | null => {
  const digits = typed.replace(/\D/g, '');
  if (digits === '') return null;
  if (typed.trim().startsWith('+')) return `+${digits}`;
  if (digits.startsWith('233')) return `+${digits}`;
  return `+233${digits.replace(/^0/, '')}`;
};

const carPrefix = (typed: string): string | null => normalizeCarNumber(typed) || null;

/** The prefixes of a search as typed; empty when nothing was asked for. */
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
