import { assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { isMobileNumber, Phone } from './fields.ts';
import { formatPhone, maskPhone, normalizePhone } from './formats.ts';

test.each(['024', '025', '053', '054', '055', '059', '020', '050', '026', '027', '056', '057', '023'])(
  'a number that begins %s is a Ghana number',
  (prefix) => {
    expect(normalizePhone(`${prefix} 123 4567`)).toBe(`+233${prefix.slice(1)}1234567`);
    expect(isMobileNumber(`${prefix}1234567`)).toBe(true);
  },
);

test.each(['090', '030', '032', '021', '022', '028', '029', '051', '052', '058', '080'])(
  'a number that begins %s is no mobile’s: it is shown as it is stored, and cannot be given',
  (prefix) => {
    const number = `${prefix}1234567`;
    expect(formatPhone(`+233${number.slice(1)}`)).toBe(`${prefix} 123 4567`);
    expect(Phone.safeParse(number).error?.issues.map(({ message }) => message)).toEqual([
      'Give a mobile number of MTN, Telecel or AirtelTigo, like 024 123 4567.',
    ]);
  },
);

test('a number that a phone pasted with marks of direction is that number', () => {
  expect(normalizePhone('\u202a+233 24 123 4567\u202c')).toBe('+233241234567');
  expect(Phone.safeParse('\u2066024 123 4567\u2069').success).toBe(true);
});

test('one number is the same in every spelling', () => {
  const spellings = constantFrom('0', '233', '+233', '+233 ', '+233-');
  assert(
    property(spellings, integer({ min: 100_000_000, max: 999_999_999 }), (start, rest) => {
      const input = `${start}${String(rest).replace(/(..)(...)(....)/, '$1 $2-$3')}`;
      expect(normalizePhone(input)).toBe(`+233${rest}`);
      expect(Phone.safeParse(input).success).toBe(isMobileNumber(`0${rest}`));
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
