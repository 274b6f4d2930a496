/** Between two digits of a phone number: spaces, marks of direction, dashes, commas, brackets. */
const GAP = String.raw`[\s\p{Cf}\p{Pd}\u2212(),.·_/]{0,3}`;
const FILLED_GAP = GAP.replace('{0,3}', '{1,3}');
const digits = (count: string): string => String.raw`(?:${GAP}\d){${count}}`;

/** Numbers that stay, even where they would make a phone number with those beside them. */
const STAYS = [
  // A hash in hex: `f0244123456e0244123456`
  String.raw`(?<![\p{L}\p{N}])(?=\d{0,63}[a-f])[0-9a-f]{16,}(?![\p{L}\p{N}])`,
  // The code of a record: `J2026-0001`, `R000002`, `CASH00000012`, `DRV0000017`
  String.raw`(?<![\p{L}\p{N}])(?:[CEJ]?20\d\d-\d{4}|R(?:\d{6}|[1-9]\d{6,8})|CASH\d{8}|REFUND\d{6}|DRV(?:\d{6}|[1-9]\d{6,7})[\dA-Z])(?!\d)`,
  // A day or a month: `2026-11-20`, `20/11/2026`, `2026-11`
  String.raw`(?<!\d)(?:19|20)\d\d-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?(?!\d)`,
  String.raw`(?<!\d)(?:0?[1-9]|[12]\d|3[01])([/.-])(?:0?[1-9]|1[0-2])\1(?:(?:19|20)\d\d(?!\d)|\d\d(?!\1?\d))`,
  // A time: `10:05`, `10:05:30`
  String.raw`(?<!\d)(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?!\d)`,
  // Money: `1,500.00`, `1500.00`; but `233.24 412 3456` is a phone number
  String.raw`(?<!\d)(?!0\d)\d{1,3}(?:,\d{3}){1,5}(?:\.\d\d)?(?!,?\d)`,
  String.raw`(?<!\d)(?:0|(?!233\.)[1-9]\d{0,14})\.\d\d(?!\.?\d)`,
];

/** Not the day or the money that stands behind a lone zero: `0 2026-11-20`, `0 1500.00`. */
const NEITHER_DAY_NOR_MONEY = String.raw`(?!(?:19|20)\d\d-(?:0[1-9]|1[0-2])(?!\d)|\d{1,2}[/.-]\d{1,2}[/.-]\d{4}(?!\d)|\d{1,15}\.\d\d(?!\.?\d))`;

/** Ghana's numbers in any spelling, also behind letters, and those of other countries. */
const PHONES = [
  String.raw`(?:(?:\+|00)${GAP})?233(?:${GAP}0)?${GAP}[1-9]${digits('8')}`,
  `0(?:${FILLED_GAP}${NEITHER_DAY_NOR_MONEY})?[1-9]${digits('8')}`,
  String.raw`\+\d${digits('8,14')}`,
  `00[1-9]${digits('9,12')}`,
];

/** Every repetition is bounded or begins at a word, so that the time grows with the text alone. */
const NUMBERS = new RegExp(`${STAYS.join('|')}|(?<!\\d|\\d•••)(${PHONES.join('|')})(?!\\d)`, 'gu');

const masked = (phone: string): string => {
  const written = phone.replace(/[^+\d]/g, '');
  return `${written.slice(0, 3)}•••${written.slice(-3)}`;
};

/** A text without the phone numbers in it: `Call 024•••567`. */
export const hidePhones = (text: string): string =>
  text.replace(NUMBERS, (found: string, _between: string | undefined, phone: string | undefined) =>
    phone === undefined ? found : masked(phone),
  );
