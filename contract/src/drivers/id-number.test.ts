import { describe, expect, it } from 'vitest';
import { idNumberProblem, normalizeIdNumber, sameIdNumbers, writtenIdNumber } from './id-number.ts';

describe('a Ghana Card number', () => {
  it.each(['GHA-712345678-9', 'gha 712345678 9', 'gha7123456789', ' Gha-7123456789 '])('is taken as %s', (input) => {
    expect(idNumberProblem('Ghana Card', input, null)).toBeNull();
    expect(writtenIdNumber('GHANA CARD', input)).toBe('GHA-712345678-9');
    expect(normalizeIdNumber(input)).toBe('GHA7123456789');
  });

  it('of a foreign resident has the letters of their country, and is stored in one form', () => {
    expect(idNumberProblem('Ghana Card', 'nga 712345678 9', null)).toBeNull();
    expect(writtenIdNumber('GHANA CARD', 'nga 712345678 9')).toBe('NGA-712345678-9');
    expect(sameIdNumbers('NGA-712345678-9')).toEqual(['NGA7123456789']);
  });

  it.each(['GHA-1', '712345678-9', 'GHA-712345678-90', 'GHA-71234567A-9', 'NG-7712345678-9', 'XGHA-712345678-9'])(
    'is refused as %s, with an example',
    (input) => {
      expect(idNumberProblem(' ghana card ', input, null)).toMatch(/like GHA-712345678-9/);
      expect(writtenIdNumber('GHANA CARD', input)).toBe(input);
    },
  );
});

it('refuses letters and digits of other scripts by name, in whatever document', () => {
  expect(idNumberProblem('PASSPORT', 'Аٱ123', null)).toBe(
    'The ID number has А and ٱ. Please type it in the letters A to Z and the digits 0 to 9.',
  );
});

it('takes a number of a type with a mask in any spelling of that form, and no other', () => {
  for (const number of ['G1234567', 'g 123 4567', 'G-1234567']) {
    expect(idNumberProblem('PASSPORT', number, 'A9999999')).toBeNull();
  }
  expect(idNumberProblem('PASSPORT', 'G123456', 'A9999999')).toBe(
    'The ID number of this type has the form A9999999, with a digit for each 9 and a letter for each A.',
  );
});

it('holds a Ghana Card to its own rule, whatever a mask says', () => {
  expect(idNumberProblem('GHANA CARD', 'A1', 'A9')).toMatch(/like GHA-712345678-9/);
  expect(idNumberProblem('GHANA CARD', 'GHA-712345678-9', 'A9')).toBeNull();
});

it('leaves the numbers of other documents as they were typed', () => {
  expect(idNumberProblem('PASSPORT', 'GHA-1', null)).toBeNull();
  expect(writtenIdNumber('PASSPORT', 'GHA7123456789')).toBe('GHA7123456789');
});

it('is the same document with and without GHA, where it has a card’s ten digits', () => {
  expect(sameIdNumbers('gha-712345678-9')).toEqual(['GHA7123456789', '7123456789']);
  expect(sameIdNumbers('712345678-9')).toEqual(['7123456789', 'GHA7123456789']);
  expect(sameIdNumbers('G1234567')).toEqual(['G1234567']);
  expect(sameIdNumbers('GHA-1')).toEqual(['GHA1']);
});
