import { expect, test } from 'vitest';
import { daysOfYear, readPeriod } from './period-address.ts';

const TODAY = '2026-11-20';

test('this year goes until today, and earlier ones to their end', () => {
  expect(daysOfYear(2026, TODAY)).toEqual({ from: '2026-01-01', to: TODAY });
  expect(daysOfYear(2025, TODAY)).toEqual({ from: '2025-01-01', to: '2025-12-31' });
});

test.each([
  ['from=2026-02-01&to=2026-03-31', { from: '2026-02-01', to: '2026-03-31' }],
  ['', { from: '2026-01-01', to: TODAY }],
  ['from=2026-04-01&to=2026-03-31', { from: '2026-01-01', to: TODAY }],
  ['from=2026-02-30&to=2026-03-31', { from: '2026-01-01', to: TODAY }],
])('the days of %s', (query, days) => {
  expect(readPeriod(new URLSearchParams(query), TODAY)).toEqual(days);
});
