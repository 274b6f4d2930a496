import { expect, test } from 'vitest';
import { daysInWords, monthsOf } from './expense-months.ts';

test('a year has its twelve months, with nothing where nothing was spent', () => {
  const by_month = [{ month: '2026-02', count: 1, amount: '7.00' }];
  const months = monthsOf({ from: '2026-01-01', to: '2026-12-31', by_month });
  expect(months).toHaveLength(12);
  expect(months.slice(0, 2)).toEqual([{ month: '2026-01', count: 0, amount: '0.00' }, by_month[0]]);
  expect(monthsOf({ from: '2000-01-01', to: '2026-12-31', by_month })).toHaveLength(24);
});

test('a whole year is named by its number', () => {
  expect(daysInWords('2026-01-01', '2026-12-31')).toBe('2026');
  expect(daysInWords('2026-01-01', '2026-11-30')).toBe('1 Jan 2026 to 30 Nov 2026');
});
