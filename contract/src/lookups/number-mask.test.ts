import { describe, expect, it } from 'vitest';
import { NumberMask } from './endpoints.ts';
import { fitsMask, maskInWords } from './number-mask.ts';

describe('a mask', () => {
  it.each([
    ['A9999999', 'G1234567'],
    ['GHA-999999999-9', 'GHA7123456789'],
    ['AA 99.99/9', 'XY12345'],
    ['233999', '233001'],
    ['AB-A9', 'ABZ5'],
  ])('%s takes %s', (mask, number) => {
    expect(fitsMask(mask, number)).toBe(true);
  });

  it.each([
    ['A9999999', '11234567', 'a digit for a letter'],
    ['A9999999', 'G123456X', 'a letter for a digit'],
    ['A9999999', 'G123456', 'too few'],
    ['A9999999', 'G12345678', 'too many'],
    ['A9', '', 'nothing'],
    ['GHA-9', 'GHB1', 'another letter of a word'],
    ['233999', '234001', 'another digit than 9'],
    ['A9', 'Ä1', 'a letter of another alphabet'],
  ])('%s does not take %s: %s', (mask, number) => {
    expect(fitsMask(mask, number)).toBe(false);
  });

  it('says in words what it stands for', () => {
    expect(maskInWords('A999')).toBe('with a digit for each 9 and a letter for each A');
    expect(maskInWords('GHA-999')).toBe('with a digit for each 9');
  });
});

describe('of masks that a clerk writes', () => {
  it.each(['A9999999', ' gha-999999999-9 ', '9', 'AA 99.9/9'])('%s is taken', (mask) => {
    expect(NumberMask.safeParse(mask).success).toBe(true);
  });

  it.each(['', 'GHA', '123', '^(a+)+$', '[A-Z]9', '9*', '9\u200b', 'Ä9', '9'.repeat(41), '<b>9</b>'])(
    '%s is refused with a sentence',
    (mask) => {
      expect(NumberMask.safeParse(mask).error?.issues[0]?.message).toMatch(
        /^(Write 9 for a digit|Please write the form|The form has at most)/,
      );
    },
  );

  it('a very long one is still checked sign by sign', () => {
    const mask = '9A'.repeat(50_000);
    expect(fitsMask(mask, '1B'.repeat(50_000))).toBe(true);
    expect(fitsMask(mask, `${'1B'.repeat(49_999)}1!`)).toBe(false);
  });
});
