import { expect, test } from 'vitest';
import { daysOf, gridOf, shortAmount } from './received-by-day.tsx';

test('each day stands beside that of last month; days to come and days that do not exist have no money', () => {
  const days = daysOf('2026-03-02', [
    { day: '2026-02-01', amount: '10.00' },
    { day: '2026-03-01', amount: '5.00' },
  ]);
  expect(days).toHaveLength(31);
  expect(days.slice(0, 3)).toEqual([
    { day: 1, date: '2026-03-01', own: '5.00', last: '10.00' },
    { day: 2, date: '2026-03-02', own: '0.00', last: '0.00' },
    { day: 3, date: '2026-03-03', own: null, last: '0.00' },
  ]);
  expect(days[28]).toEqual({ day: 29, date: '2026-03-29', own: null, last: null });
});

test('a shorter month still shows all days of the one before', () => {
  expect(daysOf('2026-02-28', []).at(-1)).toEqual({ day: 31, date: '2026-02-31', own: null, last: '0.00' });
});

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
