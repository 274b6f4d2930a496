import { expect, test } from 'vitest';
import { gridOf, shortAmount } from './chart-scale.ts';

test.each([
  [0, []],
  [5_900, [2_000, 4_000, 6_000]],
  [5_000, [2_000, 4_000, 6_000]],
  [100, [50, 100]],
  [1_200_000, [500_000, 1_000_000, 1_500_000]],
])('lines up to %d are round', (largest, lines) => {
  expect(gridOf(largest)).toEqual(lines);
});

test('amounts at the lines are short', () => {
  expect([50, 2_000, 2_500, 1_500_000].map(shortAmount)).toEqual(['50', '2k', '2.5k', '1.5m']);
});
