import { expect, test } from 'vitest';
import { readAmount } from './read-amount.ts';

test.each([
  ['300.00', '30000'],
  ['300', '30000'],
  ['300.5', '30050'],
  ['GHS 1,234.56', '123456'],
  ['GH₵ 1,234,567.00', '123456700'],
  ['GH¢300.00', '30000'],
  ['300.00 GHC', '30000'],
  ['1.234,56', '123456'],
  ['300,00', '30000'],
  ['1,234', '123400'],
  ['+300.00', '30000'],
  ['-300.00', '-30000'],
  ['−300.00', '-30000'],
  ['300.00-', '-30000'],
  ['(300.00)', '-30000'],
  ['0.00', '0'],
  ['000300.00', '30000'],
])('the amount %j is %s pesewas', (text, pesewas) => {
  expect(String(readAmount(text).pesewas)).toBe(pesewas);
});

test.each([
  '',
  'NaN',
  '1e9',
  '300.005',
  '1,23,456',
  '12,3',
  '1.234',
  '3OO',
  '1,234.567',
  '9'.repeat(13),
  '--3',
  '300 400 x',
])('the amount %j is none', (text) => {
  expect(readAmount(text)).toEqual({
    pesewas: null,
    problem: expect.stringMatching(/^It has no amount\.$|is not an amount\.$/),
  });
});
