import { addDays } from '@banbo/contract';
import { expect, test } from 'vitest';
import { withEveryDay, yearsWithPayments } from './sum-reports.ts';

const sum = (id: string) => ({
  id,
  count: 1,
  reversed_count: 0,
  reversed: '0.00',
  amount_paid: '200.00',
  waiting_count: 0,
  waiting: '0.00',
});

test('a chart has the days without payments between those with some', () => {
  const filled = withEveryDay([sum('2026-02-27'), sum('2026-03-02')]);
  expect(filled.map(({ id, count }) => [id, count])).toEqual([
    ['2026-02-27', 1],
    ['2026-02-28', 0],
    ['2026-03-01', 0],
    ['2026-03-02', 1],
  ]);
  expect(withEveryDay([])).toEqual([]);
});

test('a chart of more than a year has the days with payments alone', () => {
  const rows = [sum('2024-01-01'), sum(addDays('2024-01-01', 366))];
  expect(withEveryDay(rows)).toEqual(rows);
  expect(withEveryDay([sum('2024-01-01'), sum(addDays('2024-01-01', 365))])).toHaveLength(366);
});

test('sums of a year are offered of those that can have payments by now, the newest first', () => {
  expect(yearsWithPayments('2026-11-20')).toEqual(['2026', '2025', '2024']);
  expect(yearsWithPayments('2024-01-01')).toEqual(['2024']);
  expect(yearsWithPayments('2023-12-31')).toEqual(['2024']);
});
