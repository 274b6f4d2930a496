import { phoneAnywhere, readAbroadBy } from '@banbo/contract';
import { assert, constantFrom, property } from 'fast-check';
import { getCountries, getExampleNumber } from 'libphonenumber-js';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, test } from 'vitest';
import { numberAbroad } from './numbers-abroad.ts';

readAbroadBy(numberAbroad);

test.each([
  ['+44 7400 123456', '+447400123456'],
  ['+44 (0)20 7946 0018', '+442079460018'],
  ['0049 151 23456789', '+4915123456789'],
  ['+1 (416) 555-0123', '+14165550123'],
  ['+234 803 123 4567', '+2348031234567'],
  ['+228 90 12 34 56', '+22890123456'],
  ['+225 07 07 12 34 56', '+2250707123456'],
  ['tel:+31-6-12345678', '+31612345678'],
  ['024 470 0110', '+233244700110'],
])('%j is read', (typed, stored) => expect(phoneAnywhere(typed)).toBe(stored));

test.each(['+999 12345678', '+44 12', '+1 555', '44 7400 123456', '+233 12', 'Kofi', '+'])('%j is not', (typed) => {
  expect(phoneAnywhere(typed)).toBeNull();
});

test('a number of any country is one in every spelling', () => {
  const abroad = getCountries().flatMap((country) => {
    const number = getExampleNumber(country, examples);
    return number && number.countryCallingCode !== '233' ? [number] : [];
  });
  assert(
    property(
      constantFrom(...abroad),
      constantFrom('+', '00', 'tel:+'),
      constantFrom(' ', '-', '–', '.'),
      (number, start, gap) => {
        const typed = number.formatInternational().slice(1).replaceAll(' ', gap);
        expect(phoneAnywhere(start + typed)).toBe(number.number);
      },
    ),
    { numRuns: 500 },
  );
});
