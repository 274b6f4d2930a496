import { assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { formatPhone, maskPhone, normalizePhone } from './formats.ts';
import { Phone } from './phone.ts';

test.each(['024', '025', '053', '054', '055', '059', '020', '050', '026', '027', '056', '057', '023'])(
  'a number that begins %s is a Ghana number',
  (prefix) => {
    expect(normalizePhone(`${prefix} 123 4567`)).toBe(`+233${prefix.slice(1)}1234567`);
  },
);

test('one number is the same in every spelling', () => {
  const spellings = constantFrom('0', '233', '+233', '+233 ', '+233-');
  assert(
    property(spellings, integer({ min: 100_000_000, max: 999_999_999 }), (start, rest) => {
      const typed = `${start}${String(rest).replace(/(..)(...)(....)/, '$1 $2-$3')}`;
      expect(normalizePhone(typed)).toBe(`+233${rest}`);
      expect(Phone.safeParse(typed).success).toBe(true);
    }),
  );
});

test('other countries’ and half numbers are refused', () => {
  for (const wrong of ['', '024 123', '0241234567890', '+44 20 7946 0000', '0041234567', 'ama', '024123456x']) {
    expect(normalizePhone(wrong)).toBeNull();
    expect(Phone.safeParse(wrong).success).toBe(false);
  }
});

test('people read the local form, and strangers not its middle', () => {
  expect(formatPhone('+233241234567')).toBe('024 123 4567');
  expect(maskPhone('+233241234567')).toBe('024 *** 4567');
  expect(maskPhone('0539876543')).toBe('053 *** 6543');
});
