import { normalizeCarNumber, sameIdNumbers } from '@banbo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { beginsUnseen, SEARCH_PREFIXES } from './find-drivers.repo.ts';

/** Fewer letters or digits are part of too many numbers. */
const LEAST_OF_PART = 3;

const reversed = (text: string): string => [...text].reverse().join('');

/** A text with the digits that its letters were mistaken for: O is 0, and I and L are 1. */
const asDigits = (text: string): string => text.toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1');

/** The same behind its first letters, which stand for a region or for drivers. */
const digitsAfter = (letters: number, key: string): string => key.slice(0, letters) + asDigits(key.slice(letters));

type Reading = { column: RawBuilder<unknown>; prefix: string };

const CAR_DIGITS = sql`ltrim(car_key, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')`;

/** Readings of a number that no driver's number begins with, the likeliest first. */
const readingsOf = (text: string): Reading[] => {
  const key = normalizeCarNumber(text);
  const digits = asDigits(key);
  const isNumber = /^\d+$/.test(digits);
  const car = digitsAfter(2, key);
  const mobile = isNumber && digits !== key ? SEARCH_PREFIXES.mobile_number(digits) : null;
  const misread = [
    ...(key.startsWith('DRV') ? [{ column: sql`driver_code`, prefix: digitsAfter(3, key) }] : []),
    ...(car === key ? [] : [{ column: sql`car_key`, prefix: car }]),
    ...(mobile === null ? [] : [{ column: sql`mobile_number`, prefix: mobile }]),
  ];
  if (key.length < LEAST_OF_PART) return misread;
  return [
    ...misread,
    ...(isNumber ? [{ column: CAR_DIGITS, prefix: digits }] : []),
    { column: sql`reverse(car_key)`, prefix: reversed(isNumber ? digits : car) },
    ...(isNumber ? [{ column: sql`reverse(mobile_number)`, prefix: reversed(digits) }] : []),
  ];
};

/**
 * The ids of current drivers of whose code, car or mobile number the text is the end, the part
 * behind the region, or a misread spelling, as a relation with the `place` of the likeliest such
 * reading; null if the text has none. Nothing is read unless `isAsked`.
 */
export const nearNumbered = (
  text: string,
  { most, isAsked }: { most: number; isAsked: RawBuilder<SqlBool> },
): RawBuilder<{ id: string; place: number }> | null => {
  // Each reading stops in its own index, on the shortest number that begins so.
  const readings = readingsOf(text).map(
    ({ column, prefix }, place) => sql`(SELECT id, ${sql.lit(place)} AS place FROM drivers
      WHERE removed_at IS NULL AND ${isAsked} AND ${beginsUnseen(column, prefix)} ORDER BY ${column} LIMIT ${sql.lit(most)})`,
  );
  if (readings.length === 0) return null;
  return sql`(SELECT id, min(place) AS place FROM (${sql.join(readings, sql` UNION ALL `)}) AS read GROUP BY id)`;
};

/** The ids of current drivers with this whole ID number in any usual spelling, as a relation. */
export const idsWithIdNumber = (text: string): RawBuilder<string> => {
  const typed = [...new Set([text, `GHA${asDigits(text.replace(/^\s*GHA/i, ''))}`])];
  const numbers = typed.flatMap((one) => sameIdNumbers(one));
  return sql`(SELECT id FROM drivers WHERE removed_at IS NULL
    AND person_id IN (SELECT id FROM persons WHERE is_current AND id_key = ANY((SELECT ${numbers}::text[])::text[])))`;
};
