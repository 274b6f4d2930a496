import { z } from 'zod';
import { isPlainText, unseenIn } from '../common/text.ts';

/** Luhn's sum: from the right every second digit counts twice, by its digits. */
const luhnSum = (digits: string): number =>
  [...digits].reduceRight((sum, digit, at) => {
    const value = Number(digit) * ((digits.length - 1 - at) % 2 === 0 ? 1 : 2);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);

const hasImeiForm = (text: string): boolean => /^\d{15}$/.test(text);

/** True of fifteen digits whose last is Luhn's check digit (3GPP TS 23.003). */
export const isImei = (text: string): boolean => hasImeiForm(text) && luhnSum(text) % 10 === 0;

/** The IMEI of fourteen digits: with their check digit. */
export const withCheckDigit = (fourteen: string): string => `${fourteen}${(10 - (luhnSum(`${fourteen}0`) % 10)) % 10}`;

export const WRONG_IMEI =
  'An IMEI has fifteen digits. Dial *#06# or read it from the tracker’s label. If the tracker has none, leave this empty ' +
  'and give its name in the feed.';
/** A question rather than a refusal: cheap trackers have such IMEIs on their labels. */
export const WRONG_CHECK_DIGIT =
  'The IMEI’s last digit does not fit the others. Compare it with the label, and confirm it if it stands there so.';
export const MISSING_NAMES = 'Please give the tracker’s IMEI, or its name in the feed.';

/**
 * Fifteen digits, and behind them the noughts of a decimal number or the two of a version. Of fewer
 * digits such noughts are no part.
 */
const WRITTEN = /^(?!\d{1,14}\.0+$)(\d(?:[./]?\d){14})(?:\.0+|\/\d\d)?$/;

/**
 * The fifteen digits of an IMEI as labels, lists and spreadsheets write it:
 * `IMEI: 35-971004-243606-4`, `359710042436064/01`, `359710042436064.0`. Null for any other text.
 */
export const readImei = (typed: string): string | null => {
  const bare = typed
    .normalize('NFKC')
    .trim()
    .replace(/^IMEI\s*(?:no\b\.?|number)?\s*[:#=.-]?/i, '');
  return WRITTEN.exec(bare.replace(/[\s_\p{Pd}\u2212]/gu, ''))?.[1]?.replace(/[./]/g, '') ?? null;
};

/** An IMEI as `readImei` reads it; gives the digits, whatever the last of them. */
export const Imei = z
  .string()
  .max(60, WRONG_IMEI)
  .transform((typed) => readImei(typed) ?? '')
  .refine((digits) => digits !== '', WRONG_IMEI);

/** The name by which a tracker reports, where that is not its IMEI. */
export const FeedName = z
  .string()
  .trim()
  .min(1, 'Please give the tracker’s name in the feed.')
  .max(64, 'A tracker’s name in the feed has at most 64 characters.')
  .refine(isPlainText, unseenIn('The name in the feed'));

type Names = { imei: string | null; feed_name: string | null };

/** A tracker's IMEI: fifteen digits are one also where the name is asked for. Null for none. */
export const imeiOf = ({ imei, feed_name }: Names): string | null =>
  imei ?? (hasImeiForm(feed_name ?? '') ? feed_name : null);

/** True where staff must confirm the last digit of a tracker's IMEI. */
export const asksAboutDigit = (names: Names): boolean => {
  const imei = imeiOf(names);
  return imei !== null && !isImei(imei);
};

/** A tracker by what is stored as its IMEI: its name in the feed where it has none. */
export const trackerLabel = (imei: string): string => (hasImeiForm(imei) ? `IMEI ${imei}` : imei);
