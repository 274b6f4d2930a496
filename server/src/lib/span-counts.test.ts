import { expect, test } from 'vitest';
import { spanCounts } from './span-counts.ts';

const MINUTE = 60_000;
/** Counts one more if there is room, as a limit does. */
const counting = (seconds: number) => {
  const counts = spanCounts(seconds);
  return {
    countOne: (subject: string, max: number, now: number) => {
      const { allowed, retryAfter, count } = counts.peek(subject, max, now);
      if (allowed) count();
      return { allowed, retryAfter };
    },
  };
};
const NOON = Date.parse('2026-11-20T12:00:00Z');

test('counts each subject to the limit, and begins anew with the next span', () => {
  const { countOne } = counting(60);
  for (let call = 0; call < 3; call += 1) expect(countOne('one', 3, NOON + 45_000).allowed).toBe(true);
  expect(countOne('one', 3, NOON + 45_000)).toEqual({ allowed: false, retryAfter: 15 });
  expect(countOne('other', 3, NOON + 45_000).allowed).toBe(true);
  expect(countOne('one', 3, NOON + MINUTE).allowed).toBe(true);
});

test('forgets nobody within the span, however many others come', () => {
  const { countOne } = counting(60);
  for (let call = 0; call < 40; call += 1) countOne('attacker', 40, NOON);
  for (let other = 0; other < 100_000; other += 1) countOne(`other ${other}`, 40, NOON);
  expect(countOne('attacker', 40, NOON).allowed).toBe(false);
});

test('100,000 others cost somebody who has not called yet few of their calls', () => {
  const { countOne } = counting(60);
  for (let other = 0; other < 100_000; other += 1) countOne(`other ${other}`, 40, NOON);
  for (let call = 0; call < 20; call += 1) expect(countOne('somebody', 40, NOON).allowed).toBe(true);
});

test('a limit that is more than a cell holds is held to that', () => {
  const { countOne } = counting(60);
  for (let call = 0; call < 65_535; call += 1) countOne('one', 100_000, NOON);
  expect(countOne('one', 100_000, NOON).allowed).toBe(false);
});

test('a look counts nothing', () => {
  const { peek } = spanCounts(60);
  for (let times = 0; times < 3; times += 1) expect(peek('one', 1, NOON).allowed).toBe(true);
});
