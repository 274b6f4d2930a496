/** Formats for people. This file imports no schema, so that the plain public pages stay light. */

/** `1500.00` as `1,500.00`. */
export const groupThousands = (amount: string): string => {
  const sign = amount.startsWith('-') ? '-' : '';
  const [whole = '', ...decimals] = amount.slice(sign.length).split('.');
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end));
  return [sign + groups.join(','), ...decimals].join('.');
};

/** A net amount on a screen: `−1,500.00`, by a minus sign, which text messages lack. */
export const formatNet = (amount: string): string => groupThousands(amount).replace('-', '−');

/** An amount for people: `GHS 1,500.00`. */
export const formatMoney = (amount: string): string => `GHS ${groupThousands(amount)}`;

/** Ghana's numbers: `0` or `+233`, then nine digits that do not start with 0. */
const GHANA_NUMBER = /^(?:\+?233|0)([1-9]\d{8})$/;

/**
 * Keeps the digits and a leading plus. Phones paste numbers with invisible direction marks around
 * them.
 */
const strip = (input: string): string => input.replace(/[\s().\p{Cf}-]/gu, '');

/** A Ghana number in E.164 form, `+233241234567`, or null when it is not one. */
export const normalizePhone = (input: string): string | null => {
  const match = GHANA_NUMBER.exec(strip(input));
  return match ? `+233${match[1]}` : null;
};

/** A phone number for people: `024 123 4567`. */
export const formatPhone = (phone: string): string => {
  const normalized = normalizePhone(phone);
  if (!normalized) return phone;
  const local = `0${normalized.slice(4)}`;
  return `${local.slice(0, 3)} ${local.slice(3, 6)} ${local.slice(6)}`;
};

/** A phone number as strangers see it, its middle hidden: `024 *** 4567`. */
export const maskPhone = (phone: string): string => formatPhone(phone).replace(/ \d{3} /, ' *** ');
