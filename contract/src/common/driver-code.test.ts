import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { driverCodeOf, isDriverCode } from './text.ts';

const serials = integer({ min: 1, max: 999_999 });
const longerSerials = integer({ min: 1_000_000, max: 99_999_999 });

test('a driver code is DRV, six digits and a check character', () => {
  expect(driverCodeOf(1)).toMatch(/^DRV000001[0-9A-Z]$/);
  assert(
    property(serials, (serial) => {
      const code = driverCodeOf(serial);
      expect(isDriverCode(code)).toBe(true);
      expect(isDriverCode(` ${code.toLowerCase()} `)).toBe(true);
    }),
  );
});

test('the code after DRV999999 has one digit more, and is none without it', () => {
  expect(driverCodeOf(1_000_000)).toMatch(/^DRV1000000[0-9A-Z]$/);
  assert(
    property(longerSerials, (serial) => {
      const code = driverCodeOf(serial);
      expect(isDriverCode(code)).toBe(true);
      expect(isDriverCode(code.replace('DRV', 'DRV0'))).toBe(false);
    }),
  );
});

test('every single wrong digit is caught', () => {
  assert(
    property(serials, integer({ min: 3, max: 8 }), integer({ min: 0, max: 9 }), (serial, at, digit) => {
      const code = driverCodeOf(serial);
      const slipped = code.slice(0, at) + digit + code.slice(at + 1);
      expect(isDriverCode(slipped)).toBe(slipped === code);
    }),
  );
});

test('every swap of neighbouring digits is caught', () => {
  for (const some of [serials, longerSerials]) {
    assert(
      property(some, integer({ min: 3, max: 7 }), (serial, at) => {
        const code = driverCodeOf(serial);
        const swapped = code.slice(0, at) + code[at + 1] + code[at] + code.slice(at + 2);
        expect(isDriverCode(swapped)).toBe(swapped === code);
      }),
    );
  }
});

test('every wrong check character is caught', () => {
  const code = driverCodeOf(123_456);
  for (const check of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ') {
    expect(isDriverCode(code.slice(0, 9) + check)).toBe(check === code[9]);
  }
});

test('there are codes for 1 to 99,999,999', () => {
  for (const wrong of [0, -1, 100_000_000, 1.5, Number.NaN]) expect(() => driverCodeOf(wrong)).toThrow(RangeError);
});
