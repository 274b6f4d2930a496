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

test('an unusual plate is pointed out as soon as it cannot become a usual one', () => {
  for (const plate of ['BAD', '1', 'A1', 'GR 1234-20-1', 'ASARE 1', 'GR 1234567'])
    expect(plateHint(plate)).toMatch(/^This is not the usual form/);
});

test('a usual plate is not, nor one that is being typed', () => {
  for (const plate of ['', ' ', 'G', 'gr', 'GR 1', 'GR 12', 'GR 123', 'GR 1234-20', 'gr 1-20'])
    expect(plateHint(plate)).toBe('As on the plate, like GR 1234-20');
});
