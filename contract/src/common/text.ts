/**
 * Invisible characters, with which one name could pass for another: controls, half characters,
 * joiners, zero-width spaces, fillers, and those that turn the direction of writing. Letter joiners
 * (U+200C, U+200D) are among them, since no language of Ghana is written with them.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Invisible characters inside emoji (❤️, 👩🏽‍🚒, 1️⃣): behind a picture or before a keycap. */
const EMOJI_PARTS =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}])\ufe0f?(?:\u200d(?=\p{Extended_Pictographic}))?/gu;
const KEYCAPS = /(?<=[0-9#*])\ufe0f(?=\u20e3)/gu;

/**
 * True when every character of a line is visible. For names, and for all texts that staff read in
 * lists.
 */
export const isPlainText = (text: string): boolean => !UNSEEN.test(text);

/** Same check for running text, which may have line breaks, tabs and emoji. */
export const isPlainProse = (text: string): boolean =>
  isPlainText(
    text
      .replace(/[\n\r\t]/g, ' ')
      .replace(EMOJI_PARTS, '')
      .replace(KEYCAPS, ''),
  );

/** The sentence for a field that `isPlainText` refuses; `subject` reads like `The first name`. */
export const unseenIn = (subject: string): string =>
  `${subject} has characters that cannot be seen. Please type it instead of pasting it.`;

const OTHER_SIGN = /(?![A-Za-z0-9])[\p{L}\p{N}\p{M}]/gu;
const MOST_NAMED = 5;

/**
 * The sentence for letters and digits beyond A to Z and 0 to 9, which the forms for comparing would
 * drop: another car or document would be meant. `subject` reads like `The car number`. Null
 * without such signs.
 */
export const otherSignsIn = (subject: string, text: string): string | null => {
  const signs = [...new Set(text.normalize('NFC').match(OTHER_SIGN))].slice(0, MOST_NAMED);
  if (signs.length === 0) return null;
  const named = new Intl.ListFormat('en-GB').format(signs);
  return `${subject} has ${named}. Please type it in the letters A to Z and the digits 0 to 9.`;
};

/** Digits from which a text may hold a phone or account number. */
const NUMBER_DIGITS = 7;

const DIGIT = /[\p{Nd}\p{No}]/gu;
/** Digits of any script, and signs and spaces that people write between them. */
const DIGIT_RUN = /[\p{Nd}\p{No}](?:[\s.,/()+_-]*[\p{Nd}\p{No}])*/gu;
const WRITTEN_DATE = /^(?:0?[1-9]|[12]\d|3[01])([/.-])(?:0?[1-9]|1[0-2])\1(?:20)\d\d$/;

const digitsIn = (text: string): number => text.match(DIGIT)?.length ?? 0;

const digitRuns = (text: string): string[] =>
  (text.normalize('NFKC').match(DIGIT_RUN) ?? []).filter((run) => !WRITTEN_DATE.test(run));

export const hasDigit = (text: string): boolean => digitsIn(text) > 0;

/** True where a text has digits enough, however apart, to call or pay by. Dates do not count. */
export const mayHoldNumber = (text: string): boolean => digitsIn(digitRuns(text).join('')) >= NUMBER_DIGITS;

/** True where a number to call or pay by stands in one piece: `024 555-1234`, and no date. */
export const holdsNumber = (text: string): boolean => digitRuns(text).some((run) => digitsIn(run) >= NUMBER_DIGITS);

/** True where a text has what may be a web or mail address: `bit.ly/pay`, `wa.me`, an @. */
export const mayHoldAddress = (text: string): boolean =>
  /@|:\/\/|www|[\p{L}\p{N}][.。]\p{L}{2,}/iu.test(text.normalize('NFKC'));

/**
 * For comparing: uppercase letters and digits only, so that `gr 1234-20` and `GR-1234-20` are one
 * car.
 */
export const normalizeCarNumber = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/**
 * Region code, one to four digits, two-digit year: the usual shape since 2009. Others exist, so
 * this only warns.
 */
export const isUsualCarNumber = (text: string): boolean => /^[A-Z]{2}\d{1,4}\d{2}$/.test(normalizeCarNumber(text));

/** The beginnings of a usual car number, while it is typed. */
const BEGINNING = /^(?:[A-Z]{0,2}|[A-Z]{2}\d{1,2})$/;

/** The hint at a car number's field. An unusual number is accepted: it may be an old plate. */
export const plateHint = (carNumber: string): string =>
  isUsualCarNumber(carNumber) || BEGINNING.test(normalizeCarNumber(carNumber))
    ? 'As on the plate, like GR 1234-20'
    : 'This is not the usual form, like GR 1234-20. Please check it against the plate.';

/**
 * Check characters: 31 digits and letters, a prime count, so that the check catches every single
 * wrong digit and every swap of neighbours. I and O are left out because they are misread as 1 and
 * 0; L, S and U to come to a prime.
 */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRTVWXYZ';

/** The check character of digits, by their weighted sum. */
export const checkCharacter = (digits: string): string => {
  let sum = 0;
  for (const [index, digit] of [...digits].entries()) sum += Number(digit) * (index + 2);
  return ALPHABET[sum % ALPHABET.length] ?? '';
};

/** The most driver codes there can be: three times the people of Ghana. */
const LAST_DRIVER = 99_999_999;

/**
 * The driver code of a serial number 1…99,999,999: `DRV`, at least six digits, one check character.
 * Up to the millionth all are of one length.
 */
export const driverCodeOf = (serial: number): string => {
  if (!Number.isInteger(serial) || serial < 1 || serial > LAST_DRIVER)
    throw new RangeError(`No driver code for ${serial}`);
  const digits = String(serial).padStart(6, '0');
  return `DRV${digits}${checkCharacter(digits)}`;
};

/** True when the check character fits. Catches a typing slip before any look-up. */
export const isDriverCode = (input: string): boolean => {
  const match = /^DRV(\d{6}|[1-9]\d{6,7})([0-9A-Z])$/.exec(input.trim().toUpperCase());
  return match !== null && checkCharacter(match[1] ?? '') === match[2];
};
