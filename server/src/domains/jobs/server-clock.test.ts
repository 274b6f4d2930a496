import { expect, test } from 'vitest';
import type { KnownTime } from './jobs.repo.ts';
import { afterReading } from './server-clock.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-11-20T10:00:00Z');
const at = (hours: number) => new Date(START + hours * HOUR);

/** The known time after a clock has said these hours one after the other. */
const after = (...hours: number[]) =>
  hours.reduce<KnownTime | null>((known, hour) => afterReading(known, at(hour)), null);
const right = (hour: number) => ({ seen_at: at(hour), ahead_at: null, behind_since: null });

test('a clock that goes on counts as right, also when the server was off for a day', () => {
  expect(after(0)).toEqual(right(0));
  expect(after(0, 1, 25)).toEqual(right(25));
  expect(after(0, 24.1)).toEqual({ ...right(0), ahead_at: at(24.1) });
});

test('a clock that jumps ahead is held however long it goes on, and is right as soon as it is back', () => {
  expect(after(0, 8_760, 8_761, 8_900)).toEqual({ ...right(0), ahead_at: at(8_900) });
  expect(after(0, 8_760, 0.1)).toEqual(right(0.1));
});

test('a clock that dips counts as right again when it is back, without anybody’s word', () => {
  expect(after(0, -8_760, 0.1)).toEqual(right(0.1));
  expect(after(0, -2, 0.1)).toEqual(right(0.1));
  expect(after(0, -2)).toEqual(right(0));
});

test('a clock that stays behind for an hour was right, and the time known before was not', () => {
  expect(after(8_760, 0, 0.9)).toEqual({ ...right(8_760), behind_since: at(0) });
  expect(after(8_760, 0, 1)).toEqual(right(1));
  expect(after(8_760, 0, 1, 8_760)).toEqual({ ...right(1), ahead_at: at(8_760) });
});
