import { expect, test } from 'vitest';
import { ageText, beforeText, longDay, moneyChange } from './words.ts';

const before = (amount: string) => ({ first: '2026-10-01', last: '2026-10-20', amount });

test.each([
  ['224.00', '200.00', { text: '+12%', tone: 'up' }],
  ['150.00', '200.00', { text: '−25%', tone: 'down' }],
  ['200.10', '200.00', { text: 'as much as', tone: 'same' }],
  ['200.00', '0.00', null],
])('%s after %s', (amount, earlier, change) => {
  expect(moneyChange({ amount, before: before(earlier) })).toEqual(change);
});

test('days are named as people say them', () => {
  expect(longDay('2026-11-20')).toBe('Friday, 20 November');
  const to = (given: { first: string; last: string }) =>
    beforeText({ before: { ...given, amount: '0.00' } }, { time: '14:07' });
  expect(to({ first: '2026-10-01', last: '2026-10-20' })).toBe('1–20 Oct to 14:07');
  expect(to({ first: '2025-01-01', last: '2025-11-20' })).toBe('2025 to 20 Nov');
  expect(to({ first: '2026-11-13', last: '2026-11-13' })).toBe('Fri 13 Nov to 14:07');
});

test.each([
  ['2026-11-20T09:30:00Z', 'less than an hour'],
  ['2026-11-20T08:30:00Z', '1 hour'],
  ['2026-11-18T10:00:00Z', '2 days'],
  ['2026-11-20T10:00:01Z', 'less than an hour'],
])('what waits since %s', (since, text) => {
  expect(ageText(since, new Date('2026-11-20T10:00:00Z'))).toBe(text);
});
