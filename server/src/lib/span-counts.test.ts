import { expect, test } from 'vitest';
import { spanCounts } from './span-counts.ts';

const MINUTE = 60_000;
const NOON = Date.parse('2026-11-20T12:00:00Z');

test('counts each subject to the limit, and begins anew with the next span', () => {
  const { countOne } = spanCounts({ max: 3, seconds: 60 });
  for (let call = 0; call < 3; call += 1) expect(countOne('one', NOON + 45_000).allowed).toBe(true);
  expect(countOne('one', NOON + 45_000)).toEqual({ allowed: false, retryAfter: 15 });
  expect(countOne('other', NOON + 45_000).allowed).toBe(true);
  expect(countOne('one', NOON + MINUTE).allowed).toBe(true);
});

test('forgets nobody within the span, however many others come', () => {
  const { countOne } = spanCounts({ max: 40, seconds: 60 });
  for (let call = 0; call < 40; call += 1) countOne('attacker', NOON);
  for (let other = 0; other < 100_000; other += 1) countOne(`other ${other}`, NOON);
  expect(countOne('attacker', NOON).allowed).toBe(false);
});

test('100,000 others cost somebody who has not called yet few of their calls', () => {
  const { countOne } = spanCounts({ max: 40, seconds: 60 });
  for (let other = 0; other < 100_000; other += 1) countOne(`other ${other}`, NOON);
  for (let call = 0; call < 20; call += 1) expect(countOne('somebody', NOON).allowed).toBe(true);
});

test('a limit that a cell cannot hold is refused at the start', () => {
  expect(() => spanCounts({ max: 65_536, seconds: 60 })).toThrow(RangeError);
});
