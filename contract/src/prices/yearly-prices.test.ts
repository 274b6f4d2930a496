import { expect, test } from 'vitest';
import { priceYears } from './yearly-prices.ts';

test('prices may be set for twenty years in a row, from five before the present one on', () => {
  const years = priceYears('2026-11-20');
  expect(years).toHaveLength(20);
  expect([years[0], years[5], years.at(-1)]).toEqual([2021, 2026, 2040]);
  expect(years).toEqual([...years].sort());
});
