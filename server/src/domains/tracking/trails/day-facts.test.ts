import { metresApart } from '@banbo/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayFacts, type Fix } from './day-facts.ts';

const START = Date.parse('2026-11-20T06:00:00Z');
const fix = (seconds: number, metresNorth: number, speedKmh: number): Fix => ({
  at: new Date(START + seconds * 1_000),
  latitude: 5.6 + metresNorth / 111_195,
  longitude: -0.2,
  speedKmh,
  accuracyM: null,
});
const clock = (at: Date | undefined): string => at?.toISOString().slice(11, 19) ?? '';

test('metres are those along the earth’s surface', () => {
  const accra = { latitude: 5.6037, longitude: -0.187 };
  expect(metresApart(accra, { latitude: 6.6885, longitude: -1.6244 })).toBeCloseTo(199_340, -3);
  expect(metresApart(accra, accra)).toBe(0);
});

test('a car that stands goes nowhere, however its receiver drifts', () => {
  const facts = dayFacts(Array.from({ length: 360 }, (_, n) => fix(n * 10, (n % 3) * 14, n % 2)));
  expect(facts).toMatchObject({ distanceM: 0, movingSeconds: 0 });
  expect(facts.stops.map(({ from, until }) => [clock(from), clock(until)])).toEqual([['06:00:00', '06:59:50']]);
});

test('distance, speed and time of driving are those of the way', () => {
  const way = Array.from({ length: 61 }, (_, n) => fix(n * 10, n * 100, 36));
  const facts = dayFacts([...way, fix(1_000, 6_010, 0), fix(4_000, 6_012, 0), fix(4_010, 6_080, 30)]);
  expect(facts.distanceM).toBeCloseTo(6_080, -1);
  expect(facts).toMatchObject({ topSpeedKmh: 36, movingSeconds: 900 });
  expect(facts.stops.map(({ from, until }) => [clock(from), clock(until)])).toEqual([['06:16:40', '07:06:50']]);
});

test('two minutes at a light are no stop, and three are', () => {
  const stops = (seconds: number) =>
    dayFacts([fix(0, 0, 40), fix(10, 100, 0), fix(10 + seconds, 100, 20)]).stops.length;
  expect([stops(120), stops(180)]).toEqual([0, 1]);
});

test('a place that no car can have come to is left out, and those that agree beside it are not', () => {
  const way = Array.from({ length: 20 }, (_, n) => fix(n * 10, n * 100, 36));
  const wrong = { ...fix(95, 50_000, 36) };
  const with1 = [...way, wrong].sort((a, b) => a.at.getTime() - b.at.getTime());
  expect(dayFacts(with1).distanceM).toBeCloseTo(1_900, 0);
  expect(dayFacts([fix(-10, 80_000, 0), ...way]).distanceM).toBeCloseTo(1_900, 0);
});

const fixes = fc
  .array(
    fc.record({
      step: fc.integer({ min: 1, max: 900 }),
      north: fc.integer({ min: -3_000, max: 3_000 }),
      speed: fc.integer({ min: 0, max: 250 }),
    }),
    { maxLength: 80 },
  )
  .map((steps) => {
    let seconds = 0;
    return steps.map(({ step, north, speed }) => {
      seconds += step;
      return fix(seconds, north, speed);
    });
  });

test('whatever is reported, the facts of a day hold together', () => {
  fc.assert(
    fc.property(fixes, (reports) => {
      const facts = dayFacts(reports);
      const [first, last] = [reports[0]?.at.getTime() ?? 0, reports.at(-1)?.at.getTime() ?? 0];
      expect(facts.movingSeconds).toBeGreaterThanOrEqual(0);
      expect(facts.movingSeconds * 1_000).toBeLessThanOrEqual(last - first);
      const hops = facts.fixes.slice(1).map((one, at) => metresApart(facts.fixes[at] as Fix, one));
      expect(facts.distanceM).toBeLessThanOrEqual(hops.reduce((sum, hop) => sum + hop, 0) + 1e-6);
      let end = first;
      for (const { from, until } of facts.stops) {
        expect(from.getTime()).toBeGreaterThanOrEqual(end);
        expect(until.getTime() - from.getTime()).toBeGreaterThanOrEqual(180_000);
        end = until.getTime();
      }
      expect(end).toBeLessThanOrEqual(last);
    }),
  );
});
