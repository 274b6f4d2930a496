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

/** Ghana's numbers: `0` or the code, with or without the 0 behind it, then nine digits. */
const GHANA_NUMBER = /^(?:\+?0{0,2}2330?|\+?0)([1-9]\d{8})$|^([25]\d{8})$/;

const KINDS =
  'tel(?:ephone)?|phone|mob(?:ile)?|cell|call|contact|whatsapp|momo|cash|no|number|mtn|telecel|vodafone|airteltigo|airtel|tigo';
/** Words in front of a number, as in `Tel. No: 024…`; `AT 24…` is a plate. */
const HEAD = new RegExp(`^(?:(?:${KINDS})[\\s.:#/\\p{Pd}]{0,5}){1,3}(?=[+\\d(])`, 'iu');
/** A word behind a number, as in `024… MTN`. */
const TAIL = new RegExp(`(?<=\\d)[\\s/,\\p{Pd}]{0,5}(?:${KINDS}|at)$`, 'iu');
/** A note on a number, as in `024… (WhatsApp)`. */
const NOTE = /\([\p{L} .]+\)/gu;
const GAP = /[\s\p{Pd}\u2212().,/_·]/gu;

/** Longer than any number with its notes; it bounds the work of the expressions. */
export const MAX_PHONE_LENGTH = 60;

/**
 * The digits of a number and a leading plus, without what people write around them. Phones paste
 * numbers with invisible direction marks, and spreadsheets store them as `244700110.0`.
 */
const strip = (input: string): string =>
  input
    .slice(0, MAX_PHONE_LENGTH + 1)
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(NOTE, '')
    .trim()
    .replace(HEAD, '')
    .replace(TAIL, '')
    .replace(/^(\+?\d{9,14})\.0+$/, '$1')
    .replace(GAP, '');

const readNumber = (input: string) => (input.length > MAX_PHONE_LENGTH ? null : GHANA_NUMBER.exec(strip(input)));

/**
 * A Ghana number in E.164 form, `+233241234567`, or null when it is not one. Spellings: rule 3 of
 * docs/product/common.md.
 */
export const normalizePhone = (input: string): string | null => {
  const match = readNumber(input);
  return match ? `+233${match[1] ?? match[2]}` : null;
};

/** True of a Ghana number with its 0 or code. Nine digits alone may be an ID or an amount. */
export const isWholePhone = (input: string): boolean => readNumber(input)?.[1] !== undefined;

type ReadAbroad = (international: string) => string | null;

/** Takes the shape alone, `+` and 8 to 15 digits, as a browser does. */
let readAbroad: ReadAbroad = (international) => (/^\+(?!233)[1-9]\d{7,14}$/.test(international) ? international : null);

/** Has numbers of other countries read by their plans, which are too large for a browser. */
export const readAbroadBy = (read: ReadAbroad): void => {
  readAbroad = read;
};

/** A number of Ghana, or of another country with its code, in E.164 form; null for neither. */
export const phoneAnywhere = (input: string): string | null => {
  const ghanaian = normalizePhone(input);
  if (ghanaian !== null || input.length > MAX_PHONE_LENGTH) return ghanaian;
  const written = strip(input).replace(/^00/, '+');
  return written.startsWith('+') ? readAbroad(written) : null;
};

/** A phone number for people: `024 123 4567`; one abroad as it is stored. */
export const formatPhone = (phone: string): string => {
  const normalized = normalizePhone(phone);
  if (!normalized) return phone;
  const local = `0${normalized.slice(4)}`;
  return `${local.slice(0, 3)} ${local.slice(3, 6)} ${local.slice(6)}`;
};

/** A phone number as strangers see it, its middle hidden: `024 *** 4567`, `+44 *** 456`. */
export const maskPhone = (phone: string): string =>
  formatPhone(phone)
    .replace(/ \d{3} /, ' *** ')
    .replace(/^(\+\d\d)\d+(\d{3})$/, '$1 *** $2');
