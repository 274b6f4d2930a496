import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayFacts } from '../trails/day-facts.ts';
import type { StoredFix } from './positions.repo.ts';
import { thinned } from './thinning.ts';

const START = Date.parse('2026-11-20T06:00:00Z');
const fix = (seconds: number, metresNorth: number, speedKmh: number, alarm: string | null = null): StoredFix => ({
  at: new Date(START + seconds * 1_000),
  latitude: 5.6 + metresNorth / 111_195,
  longitude: -0.2,
  speedKmh,
  course: null,
  accuracyM: null,
  hasIgnition: null,
  hasPower: null,
  alarm,
});

test('starts, stops and alarms stay, and of the way a place in thirty seconds', () => {
  const way = Array.from({ length: 60 }, (_, n) => fix(n * 10, n * 100, 36));
  const still = Array.from({ length: 100 }, (_, n) =>
    fix(600 + n * 10, 5_900 + (n % 2) * 20, 0, n === 50 ? 'sos' : null),
  );
  const again = Array.from({ length: 30 }, (_, n) => fix(1_600 + n * 10, 5_900 + n * 100, 36));
  const kept = thinned([...way, ...still, ...again]).map(({ at }) => (at.getTime() - START) / 1_000);
  expect(kept.filter((seconds) => seconds >= 590 && seconds <= 1_600)).toEqual([590, 600, 1_100, 1_590, 1_600]);
  expect(kept.filter((seconds) => seconds < 590)).toEqual(Array.from({ length: 20 }, (_, n) => n * 30));
  expect(kept.at(-1)).toBe(1_890);
});

const days = fc
  .array(
    fc.record({
      step: fc.integer({ min: 1, max: 120 }),
      speed: fc.constantFrom(0, 0, 3, 30, 60),
      alarm: fc.constantFrom(null, null, null, 'sos'),
    }),
    { maxLength: 100 },
  )
  .map((steps) => {
    let [seconds, metres] = [0, 0];
    return steps.map(({ step, speed, alarm }) => {
      seconds += step;
      metres += (step * speed) / 3.6;
      return fix(seconds, metres, speed, alarm);
    });
  });

test('thinning twice is thinning once, and no alarm, start, stop or top speed of a stop goes', () => {
  fc.assert(
    fc.property(days, (fixes) => {
      const kept = thinned(fixes);
      expect(thinned(kept)).toEqual(kept);
      const alarms = (of: readonly StoredFix[]) => of.filter(({ alarm }) => alarm !== null);
      expect(alarms(kept)).toEqual(alarms(fixes));
      expect([kept[0], kept.at(-1)]).toEqual([fixes[0], fixes.at(-1)]);
      const [before, after] = [dayFacts(fixes), dayFacts(kept)];
      expect(after.distanceM).toBeCloseTo(before.distanceM, -3);
      expect(after.stops).toEqual(before.stops);
    }),
  );
});
