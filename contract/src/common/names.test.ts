import { assert, constantFrom, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { fullName, namesInPlace } from './names.ts';

test.each([
  [{ first_name: 'Kofi', last_name: '' }, 'Kofi', ''],
  [{ first_name: '', last_name: 'Kofi' }, 'Kofi', ''],
  [{ last_name: ' Kofi ' }, 'Kofi', ''],
  [{ first_name: '-', last_name: 'Kofi' }, 'Kofi', ''],
  [{ first_name: 'Kofi', last_name: '.' }, 'Kofi', ''],
  [{ first_name: 'Ama', last_name: 'Mensah' }, 'Ama', 'Mensah'],
  [{ first_name: '—', last_name: ' ' }, '', ''],
])('%o is stored as %j and %j', (given, first_name, last_name) => {
  expect(namesInPlace(given)).toEqual({ first_name, last_name });
});

test('no letter is lost, names in place stay, and no gap is printed', () => {
  const name = string({ unit: 'grapheme', maxLength: 8 }).map((text) => text.trim());
  const missing = constantFrom('', '-', '.', '—', ' ');
  const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');
  assert(
    property(name, name, missing, (one, other, none) => {
      for (const given of [
        { first_name: one, last_name: other },
        { first_name: none, last_name: one },
        { first_name: one, last_name: none },
      ]) {
        const names = namesInPlace(given);
        expect(namesInPlace(names)).toEqual(names);
        expect(letters(names.first_name + names.last_name)).toBe(letters(given.first_name + given.last_name));
        expect(names.first_name === '' && names.last_name !== '').toBe(false);
        expect(fullName(names)).toBe([names.first_name, names.last_name].filter(Boolean).join(' '));
      }
    }),
    { numRuns: 500 },
  );
});
