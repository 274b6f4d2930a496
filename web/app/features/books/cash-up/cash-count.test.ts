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
    counts: [{ denomination: '1', pieces: 3 }],
  });
  expect(checkCount(filled('3'), DENOMINATIONS)).toEqual({});
});

test.each(['-1', '1.5', 'two', '100000'])('%s is no number of pieces', (text) => {
  expect(checkCount(filled(text), DENOMINATIONS)).toEqual({ 'pieces.1': 'A whole number up to 99999.' });
});

test('a form without any count is refused, and a single 0 is a count of nothing', () => {
  expect(checkCount(filled(' '), DENOMINATIONS)).toEqual({ counts: 'Count your cash. Type 0 where there is none.' });
  expect(checkCount(filled('0'), DENOMINATIONS)).toEqual({});
  expect(bodyOfCount(filled('0'), DENOMINATIONS).counts).toEqual([{ denomination: '1', pieces: 0 }]);
});

test('a day to come and none are refused at the day', () => {
  expect(checkCount({ ...filled('0'), day: '2099-01-01' }, DENOMINATIONS)).toEqual({
    day: 'The day is in the future.',
  });
  expect(checkCount({ ...filled('0'), day: '' }, DENOMINATIONS)).toEqual({ day: 'Please enter the day.' });
});
