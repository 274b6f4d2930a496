import type { Received } from '@banbo/contract';
import { expect, test } from 'vitest';
import { barsOf } from './chart-bars.ts';

const span = (first: string, last: string, before: { first: string; last: string }) => ({
  ...{ first, last, count: 0, amount: '0.00', types: [], modes: [] },
  before: { ...before, amount: '0.00' },
});

/** Money of the 2nd of March. */
const received = (given: Partial<Received> = {}): Received => ({
  today: span('2026-03-02', '2026-03-02', { first: '2026-02-23', last: '2026-02-23' }),
  month: span('2026-03-01', '2026-03-02', { first: '2026-02-01', last: '2026-02-02' }),
  year: span('2026-01-01', '2026-03-02', { first: '2025-01-01', last: '2025-03-02' }),
  hours: [],
  days: [],
  months: [],
  ...given,
});
const AT = { today: '2026-03-02', time: '09:30' };

test('each day stands beside that of last month; days to come and days that do not exist have no money', () => {
  const days = [
    { day: '2026-02-01', amount: '10.00' },
    { day: '2026-03-01', amount: '5.00' },
  ];
  const { title, own, last, pairs } = barsOf('month', AT, received({ days }));
  expect([title, own, last]).toEqual(['Received by day', 'March 2026', 'February 2026']);
  expect(pairs).toHaveLength(31);
  expect(pairs.slice(0, 3).map((pair) => [pair.name, pair.own, pair.last])).toEqual([
    ['1', '5.00', '10.00'],
    ['2', '0.00', '0.00'],
    ['3', null, '0.00'],
  ]);
  expect(pairs[28]).toMatchObject({ name: '29', own: null, last: null });
});

test('the hours of a day stand beside those of the same weekday, and widen with its money', () => {
  const hours = [
    { day: '2026-03-02', hour: 9, amount: '20.00' },
    { day: '2026-02-23', hour: 22, amount: '7.00' },
  ];
  const { title, own, last, pairs } = barsOf('today', AT, received({ hours }));
  expect([title, own, last]).toEqual(['Received by hour', 'Today', 'Mon 23 Feb']);
  expect([pairs[0]?.name, pairs.at(-1)?.name]).toEqual(['07:00', '22:00']);
  expect(pairs[2]).toMatchObject({ name: '09:00', own: '20.00', last: '0.00' });
  expect(pairs.at(-1)).toMatchObject({ own: null, last: '7.00' });
});

test('the months of a year stand beside those of last year, each with its rows', () => {
  const months = [
    { month: '2025-02', amount: '3.00' },
    { month: '2026-02', amount: '4.00' },
  ];
  const { own, last, pairs } = barsOf('year', AT, received({ months }));
  expect([own, last, pairs.length]).toEqual(['2026', '2025', 12]);
  expect(pairs[1]).toMatchObject({
    ...{ name: 'Feb', own: '4.00', last: '3.00', to: '/regFees_by_month?kind=all&year=2026' },
  });
  expect(pairs[3]).toMatchObject({ own: null, last: '0.00' });
});
