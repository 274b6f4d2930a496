import { assert, constantFrom, nat, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { CarNumber } from './fields.ts';
import { isUsualCarNumber, normalizeCarNumber, plateHint } from './text.ts';

test('one plate is the same in every spelling', () => {
  for (const input of ['GR 1234-20', 'gr1234-20', ' Gr-1234 20 ', 'G R 1 2 3 4 2 0']) {
    expect(normalizeCarNumber(input)).toBe('GR123420');
  }
});

test('an unusual plate is only remarked on', () => {
  for (const usual of ['AS 2567-12', 'GR 1-09']) expect(isUsualCarNumber(usual)).toBe(true);
  for (const unusual of ['DV 1234 B 20', 'GT 5678 Z', 'KOFI 1', 'GR 12345-20']) {
    expect(isUsualCarNumber(unusual)).toBe(false);
    expect(CarNumber.safeParse(unusual).success).toBe(true);
  }
});

test('nothing, or signs alone, is no car number', () => {
  const message = (input: string) => CarNumber.safeParse(input).error?.issues.map((issue) => issue.message);
  expect(message('  ')).toEqual(['Please enter the car number']);
  expect(message('--')).toEqual(['Give the car number as on the plate, like GR 1234-20.']);
  expect(message('G'.repeat(21))).toEqual(['A car number has at most 20 characters.']);
  expect(message('GR\0 1-20')).toEqual([
    'The car number has characters that cannot be seen. Please type it instead of pasting it.',
  ]);
});

test.each([
  ['AS ١٢٣-24', '١, ٢ and ٣'],
  ['GR ۱۲۳۴-20', '۱, ۲, ۳ and ۴'],
  ['ＧＲ 1234-20', 'Ｇ and Ｒ'],
  ['СR 1234-20', 'С'],
  ['ΑS 12-24', 'Α'],
  ['GRE\u0301 1-20', 'É'],
  ['GR 1₂34-20', '₂'],
  ['ÁÀÂÄÃÅ', 'Á, À, Â, Ä and Ã'],
])('%j has signs of no plate, which are named', (input, named) => {
  const messages = CarNumber.safeParse(input).error?.issues.map(({ message }) => message);
  expect(messages).toEqual([
    `The car number has ${named}. Please type it in the letters A to Z and the digits 0 to 9.`,
  ]);
});

test('a sign of another script is told wherever it stands', () => {
  const plate = constantFrom('gr 1234-20', 'GT/1234/20', 'DV 1234 B 20', 'KOFI 1');
  // A letter that is not drawn, such as U+3164, is told as a character that cannot be seen.
  const sign = string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((one) => {
    const composed = one.normalize('NFC');
    return /[\p{L}\p{N}]/u.test(composed) && !/[A-Za-z0-9]|\p{Default_Ignorable_Code_Point}/u.test(composed);
  });
  assert(
    property(plate, sign, nat(), (text, one, place) => {
      expect(CarNumber.safeParse(text).success).toBe(true);
      const at = place % (text.length + 1);
      const problem = CarNumber.safeParse(text.slice(0, at) + one + text.slice(at)).error?.issues[0]?.message;
      for (const part of one.normalize('NFC')) expect(problem).toContain(part);
    }),
    { numRuns: 500 },
  );
});

test('an unusual plate is pointed out as soon as it cannot become a usual one', () => {
  for (const plate of ['BAD', '1', 'A1', 'GR 1234-20-1', 'ASARE 1', 'GR 1234567'])
    expect(plateHint(plate)).toMatch(/^This is not the usual form/);
});

test('a usual plate is not, nor one that is being typed', () => {
  for (const plate of ['', ' ', 'G', 'gr', 'GR 1', 'GR 12', 'GR 123', 'GR 1234-20', 'gr 1-20'])
    expect(plateHint(plate)).toBe('As on the plate, like GR 1234-20');
});
