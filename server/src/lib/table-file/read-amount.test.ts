import { fromPesewas } from '@banbo/contract';
import { assert, bigInt, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { readAmount, readSided } from './read-amount.ts';

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
  ['1 234.00', '123400'],
  ['12\u00A0345\u00A0678,50', '1234567850'],
  ['GHS - 300.00', '-30000'],
  ['+300.00', '30000'],
  ['-300.00', '-30000'],
  ['−300.00', '-30000'],
  ['300.00-', '-30000'],
  ['(300.00)', '-30000'],
  ['0.00', '0'],
  ['000300.00', '30000'],
  ['300.00/-', '30000'],
  ['GHS 1,300/=', '130000'],
  ['-300/-', '-30000'],
  ['(300/-)', '-30000'],
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
  '300/',
  '300.00 CR',
  'DR 300.00',
  '100\n200',
  '3 00',
  '1234 567',
  '100  200',
  'GHS 100 GHS 200',
  '100 GHS 200',
])('the amount %j is none', (text) => {
  expect(readAmount(text)).toEqual({
    pesewas: null,
    problem: expect.stringMatching(/^It has no amount\.$|is not an amount\.$/),
  });
});

test.each([
  ['500.00 CR', '50000', 'CR'],
  ['500.00Cr.', '50000', 'CR'],
  ['CR 500', '50000', 'CR'],
  ['500.00 C', '50000', 'CR'],
  ['GHS 1,500.00 Credit', '150000', 'CR'],
  ['500.00 DR', '-50000', 'DR'],
  ['Dr. 500.00', '-50000', 'DR'],
  ['DR500.00/-', '-50000', 'DR'],
  ['500.00 debit', '-50000', 'DR'],
  ['0.00 DR', '0', 'DR'],
  ['-500.00', '-50000', null],
  ['500.00 GHC', '50000', null],
  ['-500.00 CR', 'null', 'CR'],
  ['(500.00) DR', 'null', 'DR'],
  ['CR 500.00 DR', 'null', 'CR'],
  ['500.00 CAD', 'null', null],
  ['CR', 'null', 'CR'],
])('of the side of an account, %j is %s', (text, pesewas, side) => {
  const read = readSided(text);
  expect([String(read.pesewas), read.side]).toEqual([pesewas, side]);
});

test('an amount in any of its spellings is read as it is, with its side', () => {
  const before = constantFrom('', 'GHS ', 'GH₵', '₵ ', 'GHC');
  const behind = constantFrom('', '/-', '/=', ' CR', ' Dr', 'CR.', ' DEBIT', ' GHS');
  assert(
    property(bigInt({ min: 0n, max: 10n ** 14n - 1n }), before, behind, (pesewas, prefix, suffix) => {
      const text = `${prefix}${fromPesewas(pesewas)}${suffix}`;
      expect(readSided(text).pesewas).toBe(/D/i.test(suffix) ? -pesewas : pesewas);
    }),
    { numRuns: 500 },
  );
});
