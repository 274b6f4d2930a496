import { addDays } from '@banbo/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wholeMonthsIn } from './read-totals.ts';

test('days are whole months, with the days before and after these', () => {
  expect(wholeMonthsIn({ from: '2026-01-15', to: '2026-03-31' })).toEqual({
    months: { first: '2026-02', last: '2026-03' },
    days: [{ first: '2026-01-15', last: '2026-01-31' }],
  });
  expect(wholeMonthsIn({ from: '2025-12-01', to: '2026-01-10' })).toEqual({
    months: { first: '2025-12', last: '2025-12' },
    days: [{ first: '2026-01-01', last: '2026-01-10' }],
  });
  expect(wholeMonthsIn({ from: '2026-02-02', to: '2026-02-28' })).toEqual({
    months: null,
    days: [{ first: '2026-02-02', last: '2026-02-28' }],
  });
});

test('each day of any range is in one part', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: 0, max: 800 }), (start, length) => {
      const from = addDays('2020-01-01', start);
      const to = addDays(from, length);
      const { months, days } = wholeMonthsIn({ from, to });
      for (let day = addDays(from, -40); day <= addDays(to, 40); day = addDays(day, 1)) {
        const inMonths = months !== null && day.slice(0, 7) >= months.first && day.slice(0, 7) <= months.last;
        const parts = days.filter(({ first, last }) => first <= day && day <= last).length + Number(inMonths);
        expect(parts).toBe(day >= from && day <= to ? 1 : 0);
      }
    }),
    { numRuns: 50 },
  );
});
