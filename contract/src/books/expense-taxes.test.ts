import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type IncludedTax, partsOfGross, reclaimedOf, type TaxPeriod, taxesOn } from './expense-taxes.ts';

const tax = (name: string, rate: string, on_levies = false, is_reclaimable = true): IncludedTax => ({
  ...{ name, rate, on_levies, is_reclaimable },
});

const BEFORE = [
  ...[tax('NHIL', '2.50', false, false), tax('GETFund', '2.50', false, false)],
  ...[tax('COVID-19 levy', '1.00', false, false), tax('VAT', '15.00', true)],
];
const NOW = [tax('NHIL', '2.50'), tax('GETFund', '2.50'), tax('VAT', '15.00')];
const PERIODS: readonly TaxPeriod[] = [
  { from: '2026-01-01', taxes: NOW },
  { from: '2023-01-01', taxes: BEFORE },
];

test('a day has the taxes of the last period that has begun, and none before the first', () => {
  expect(taxesOn(PERIODS, '2022-12-31')).toBeNull();
  expect(taxesOn(PERIODS, '2025-12-31')).toBe(BEFORE);
  expect(taxesOn(PERIODS, '2026-01-01')).toBe(NOW);
});

test('of 120.00 the taxes are 20 % of the net, and of 121.90 before 2026 they were 21.9 %', () => {
  const now = partsOfGross(12_000n, NOW);
  expect([now.net, ...now.taxes.map(({ pesewas }) => pesewas)]).toEqual([10_000n, 250n, 250n, 1_500n]);
  const before = partsOfGross(12_190n, BEFORE);
  expect([before.net, ...before.taxes.map(({ pesewas }) => pesewas)]).toEqual([10_000n, 250n, 250n, 100n, 1_590n]);
  expect([reclaimedOf(now), reclaimedOf(before)]).toEqual([2_000n, 1_590n]);
});

test('net and taxes of any amount are the gross to the pesewa, and none is below zero', () => {
  const gross = fc.bigInt({ min: 1n, max: 10n ** 14n - 1n });
  fc.assert(
    fc.property(gross, fc.constantFrom(BEFORE, NOW, []), (amount, taxes) => {
      const { net, taxes: parts } = partsOfGross(amount, taxes);
      expect(net > 0n && parts.every(({ pesewas }) => pesewas >= 0n)).toBe(true);
      expect(parts.reduce((sum, { pesewas }) => sum + pesewas, net)).toBe(amount);
    }),
  );
});
