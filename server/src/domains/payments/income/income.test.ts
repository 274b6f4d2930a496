import { expect, test } from 'vitest';
import { spansOf } from './income.ts';

const shown = (day: string) => {
  const { today, month, year } = spansOf(day);
  return [today, month, year].map(({ first, last, before }) => [first, last, before.first, before.last]);
};

test('a day stands beside its weekday a week before, its month and its year beside the same days', () => {
  expect(shown('2026-11-20')).toEqual([
    ['2026-11-20', '2026-11-20', '2026-11-13', '2026-11-13'],
    ['2026-11-01', '2026-11-20', '2026-10-01', '2026-10-20'],
    ['2026-01-01', '2026-11-20', '2025-01-01', '2025-11-20'],
  ]);
});

test('a month that is shorter ends with its own last day', () => {
  expect(shown('2026-03-31')[1]).toEqual(['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28']);
  expect(shown('2028-02-29')[2]).toEqual(['2028-01-01', '2028-02-29', '2027-01-01', '2027-02-28']);
});

test('January looks back at December, and its year has no whole month yet', () => {
  expect(shown('2026-01-10')[1]).toEqual(['2026-01-01', '2026-01-10', '2025-12-01', '2025-12-10']);
  expect(spansOf('2026-01-10').year.parts).toEqual([{ grain: 'day', first: '2026-01-01', last: '2026-01-10' }]);
});

test('a year is read by its whole months and the days of the one that goes on', () => {
  expect(spansOf('2026-11-20').year.parts).toEqual([
    { grain: 'month', first: '2026-01', last: '2026-10' },
    { grain: 'day', first: '2026-11-01', last: '2026-11-20' },
  ]);
});

test('of what a span is compared with, the last day is left to its hours', () => {
  const { today, month, year } = spansOf('2026-11-20');
  expect([today.before.parts, month.before.parts]).toEqual([
    [],
    [{ grain: 'day', first: '2026-10-01', last: '2026-10-19' }],
  ]);
  expect(year.before.parts.at(-1)).toEqual({ grain: 'day', first: '2025-11-01', last: '2025-11-19' });
  const first = spansOf('2026-11-01');
  expect(first.month.before.parts).toEqual([]);
  expect(first.year.before.parts).toEqual([
    { grain: 'month', first: '2025-01', last: '2025-09' },
    { grain: 'day', first: '2025-10-01', last: '2025-10-31' },
  ]);
  expect(spansOf('2026-01-01').year.before.parts).toEqual([]);
});
