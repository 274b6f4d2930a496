import { checkCharacter } from '../common/text.ts';

/** The tenant code of a serial number 1…999,999: `TNT-004417-V`, its last sign a check. */
export const tenantCodeOf = (serial: number): string => {
  if (!Number.isInteger(serial) || serial < 1 || serial > 999_999) throw new RangeError(`No tenant code for ${serial}`);
  const digits = String(serial).padStart(6, '0');
  return `TNT-${digits}-${checkCharacter(digits)}`;
};

/** The code as stored, from one typed with or without dashes and spaces; null where it is none. */
export const readTenantCode = (typed: string): string | null => {
  const match = /^TNT(\d{6})([0-9A-Z])$/.exec(typed.toUpperCase().replace(/[\s-]/g, ''));
  if (match === null || checkCharacter(match[1] ?? '') !== match[2]) return null;
  return `TNT-${match[1]}-${match[2]}`;
};
