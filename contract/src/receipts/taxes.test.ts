import { expect, test } from 'vitest';
import { containedTaxes, TaxRate } from './taxes.ts';

const OF_2026 = [
  { name: 'VAT', rate: '15' },
  { name: 'NHIL', rate: '2.5' },
  { name: 'GETFund', rate: '2.5' },
];

test('a gross price contains each tax on the price before taxes, to the pesewa', () => {
  expect(containedTaxes(12_000n, OF_2026).map(({ name, pesewas }) => [name, pesewas])).toEqual([
    ['VAT', 1500n],
    ['NHIL', 250n],
    ['GETFund', 250n],
  ]);
  expect(containedTaxes(81_733n, OF_2026).map(({ pesewas }) => pesewas)).toEqual([10_217n, 1703n, 1703n]);
  expect(containedTaxes(1n, OF_2026).map(({ pesewas }) => pesewas)).toEqual([0n, 0n, 0n]);
  expect(containedTaxes(12_000n, [])).toEqual([]);
});

test('a rate is a percentage with at most two decimals', () => {
  for (const rate of ['15', '2.5', '0.01', '99.99'])
    expect(TaxRate.safeParse({ name: 'VAT', rate }).success, rate).toBe(true);
  for (const rate of ['', '0', '0.00', '100', '-1', '2,5', '15%', '1.234', 'x'])
    expect(TaxRate.safeParse({ name: 'VAT', rate }).success, rate).toBe(false);
});
