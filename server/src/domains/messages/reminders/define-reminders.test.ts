import { expect, test } from 'vitest';
import { costOfTexts } from './define-reminders.ts';

test.each([
  [1, '0.035', '0.04'],
  [2, '0.035', '0.07'],
  [1000, '0.0351', '35.10'],
  [3, '1', '3.00'],
  [7, '0.0001', '0.01'],
  [0, '0.05', '0.00'],
])('%i texts at GHS %s cost %s, rounded up to the pesewa', (parts, price, cost) => {
  expect(costOfTexts(parts, price)).toBe(cost);
});

test('without a price the cost is not known', () => {
  expect(costOfTexts(5, undefined)).toBeNull();
});
