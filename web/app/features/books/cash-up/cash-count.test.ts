import type { Denomination } from '@banbo/contract';
import { expect, test } from 'vitest';
import { bodyOfCount, checkCount, emptyCount, sumOfCount } from './cash-count.ts';

const DENOMINATIONS: Denomination[] = [
  { id: '1', denomination: 'GHS 200 NOTE', value: '200.00', kind: 'note', is_active: true },
  { id: '2', denomination: '50 P COIN', value: '0.50', kind: 'coin', is_active: true },
];
const DAY = '2026-11-02';
const filled = (first: string, second = '') => ({
  ...emptyCount(DENOMINATIONS, DAY),
  'pieces.1': first,
  'pieces.2': second,
});

test('an empty field is none of it, and the sum follows what is typed', () => {
  expect(sumOfCount(filled('3', '5'), DENOMINATIONS)).toBe(60_250n);
  expect(sumOfCount(filled(' 1,000 '), DENOMINATIONS)).toBe(20_000_000n);
  expect(bodyOfCount(filled('3'), DENOMINATIONS)).toEqual({
    day: DAY,
    counts: [
      { denomination: '1', pieces: 3 },
      { denomination: '2', pieces: 0 },
    ],
  });
  expect(checkCount(filled('3'), DENOMINATIONS)).toEqual({});
});

test.each(['-1', '1.5', 'two', '100000'])('%s is no number of pieces', (text) => {
  expect(checkCount(filled(text), DENOMINATIONS)).toEqual({ 'pieces.1': 'A whole number up to 99999.' });
});

test('a day to come and none are refused at the day', () => {
  expect(checkCount({ ...filled(''), day: '2099-01-01' }, DENOMINATIONS)).toEqual({ day: 'The day is in the future.' });
  expect(checkCount({ ...filled(''), day: '' }, DENOMINATIONS)).toEqual({ day: 'Please enter the day.' });
});
