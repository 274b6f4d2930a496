import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countCrossings } from './count-crossings.ts';
import type { EastNorth } from './grids.ts';
import { MOST_CROSSINGS, type SharedLand, sharedLand } from './overlap-area.ts';
import { signedArea } from './plane.ts';

const CORNER: EastNorth = [364_346.5783, 103_339.9521];
const rectangle = (east: number, north: number, width: number, height: number): EastNorth[] =>
  [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ].map(([x = 0, y = 0]): EastNorth => [CORNER[0] + east + x, CORNER[1] + north + y]);

/** The land of a pair that does not cross too often. */
const measured = (one: readonly EastNorth[], other: readonly EastNorth[]): SharedLand => {
  const shared = sharedLand(one, other);
  if (shared === null) throw new Error('Not measured.');
  return shared;
};

test('plots that touch along a side, in part of one or in a corner share nothing', () => {
  const plot = rectangle(0, 0, 30, 20);
  for (const beside of [
    rectangle(30, 0, 30, 20),
    rectangle(30, 5, 30, 7),
    rectangle(30, 20, 10, 10),
    rectangle(40, 0, 9, 9),
  ]) {
    expect(measured(plot, beside)).toEqual({ crossings: 0, area_sqm: 0, counts: false, pieces: [] });
  }
});

test('an overlap has its area and its outline, whichever way the rings run', () => {
  const plot = rectangle(0, 0, 30, 20);
  const other = rectangle(25, 10, 30, 20);
  const shared = measured(plot, other);
  expect(shared).toMatchObject({ area_sqm: 50, counts: true });
  expect(shared.pieces).toHaveLength(1);
  expect(shared.pieces[0]).toHaveLength(5);
  expect(measured([...plot].reverse(), other).area_sqm).toBe(50);
  expect(measured(plot, [...other].reverse()).area_sqm).toBe(50);
});

test('a plot shares all of itself with itself, and with one around it', () => {
  expect(measured(rectangle(0, 0, 30, 20), rectangle(0, 0, 30, 20)).area_sqm).toBe(600);
  expect(measured(rectangle(5, 5, 10, 10), rectangle(0, 0, 30, 20)).area_sqm).toBe(100);
});

test('two plans of one fence, a centimetre apart, are no overlap; a strip of a foot is one', () => {
  const plot = rectangle(0, 0, 30, 20);
  expect(measured(plot, rectangle(29.99, 0.003, 30, 20))).toMatchObject({ area_sqm: 0.2, counts: false });
  expect(measured(plot, rectangle(29.7, 0, 30, 20))).toMatchObject({ area_sqm: 6, counts: true });
});

test('two pieces are both given', () => {
  const fork: EastNorth[] = [
    [0, 0],
    [30, 0],
    [30, 20],
    [20, 20],
    [20, 10],
    [10, 10],
    [10, 20],
    [0, 20],
  ].map(([x = 0, y = 0]): EastNorth => [CORNER[0] + x, CORNER[1] + y]);
  const shared = measured(fork, rectangle(-5, 15, 50, 2));
  expect(shared.area_sqm).toBe(40);
  expect(shared.pieces).toHaveLength(2);
});

/** A comb with its teeth upwards, or to the side. */
const comb = (teeth: number, isTurned = false): EastNorth[] => {
  const width = 400 / teeth;
  const points = Array.from({ length: teeth }, (_, n) => n * width).flatMap((at) => [
    ...[at, at + width / 2].map((x) => [x, 400]),
    ...[at + width / 2, at + width].map((x) => [x, 10]),
  ]);
  return [...points, [400, 0], [0, 0]].map(
    ([x = 0, y = 0]): EastNorth => (isTurned ? [CORNER[0] + y, CORNER[1] + x] : [CORNER[0] + x, CORNER[1] + y]),
  );
};

test('two combs are given up after so many crossings; the same comb surveyed twice is not', () => {
  expect(countCrossings(comb(249), comb(249, true), 1_000)).toBe(1_001);
  expect(sharedLand(comb(249), comb(249, true))).toBeNull();
  expect(sharedLand(comb(20), comb(20, true), 1_000)).toBeNull();
  const few = measured(comb(20), comb(20, true));
  expect(few.crossings).toBeGreaterThan(1_400);
  expect(few.pieces.length).toBeGreaterThan(300);
  const again = comb(249).map(([x, y], n): EastNorth => [x + (n % 3) / 100, y + (n % 2) / 100]);
  expect(measured(comb(249), again).crossings).toBeLessThan(MOST_CROSSINGS / 2);
});

/** The part of a convex shape on the left of a line, by Sutherland and Hodgman. */
const leftOf = (shape: readonly EastNorth[], [a, b]: [EastNorth, EastNorth]): EastNorth[] => {
  const height = ([x, y]: EastNorth) => (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
  return shape.flatMap((to, index) => {
    const from = shape[(index + shape.length - 1) % shape.length] ?? to;
    const [before, now] = [height(from), height(to)];
    const share = before / (before - now);
    const crossing: EastNorth = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
    return [...(before >= 0 !== now >= 0 ? [crossing] : []), ...(now >= 0 ? [to] : [])];
  });
};

/** Triangles from one point to each side, whose signed areas sum to that of the ring. */
const fan = (ring: readonly EastNorth[]) =>
  ring.map((a, index) => {
    const triangle: [EastNorth, EastNorth, EastNorth] = [CORNER, a, ring[(index + 1) % ring.length] ?? a];
    const sign = Math.sign(signedArea(triangle));
    return { sign, triangle: sign < 0 ? ([...triangle].reverse() as typeof triangle) : triangle };
  });

/** The shared area by sums over pairs of triangles, independent of any clipping library. */
const sharedByTriangles = (one: readonly EastNorth[], other: readonly EastNorth[]): number =>
  fan(one).reduce(
    (sum, { sign, triangle }) =>
      fan(other).reduce((part, { sign: otherSign, triangle: [a, b, c] }) => {
        const sides: [EastNorth, EastNorth][] = [
          [a, b],
          [b, c],
          [c, a],
        ];
        return part + sign * otherSign * signedArea(sides.reduce<EastNorth[]>(leftOf, triangle));
      }, sum),
    0,
  );

/** A star around a point near the corner, which never crosses itself. */
const star = fc
  .record({
    east: fc.double({ min: -20, max: 20, noNaN: true }),
    north: fc.double({ min: -20, max: 20, noNaN: true }),
    rays: fc.array(fc.double({ min: 2, max: 40, noNaN: true }), { minLength: 3, maxLength: 12 }),
  })
  .map(({ east, north, rays }) =>
    rays.map((ray, index): EastNorth => {
      const angle = (2 * Math.PI * index) / rays.length;
      return [CORNER[0] + east + ray * Math.cos(angle), CORNER[1] + north + ray * Math.sin(angle)];
    }),
  );

test('any two plots share what triangles say, also where their sides are nearly equal', () => {
  const pairs = fc.oneof(
    fc.tuple(star, star),
    // The same plot measured again: every point some millimetres away, or none.
    fc
      .tuple(star, fc.array(fc.double({ min: -0.003, max: 0.003, noNaN: true }), { minLength: 24, maxLength: 24 }))
      .map(([ring, moves]): [EastNorth[], EastNorth[]] => [
        ring,
        ring.map(
          ([x, y], index): EastNorth => [x + (index % 3 === 0 ? 0 : (moves[index] ?? 0)), y + (moves[index + 12] ?? 0)],
        ),
      ]),
  );
  fc.assert(
    fc.property(pairs, ([one, other]) => {
      const { area_sqm } = measured(one, other);
      expect(Math.abs(area_sqm - sharedByTriangles(one, other))).toBeLessThan(0.03);
    }),
    { seed: 31, numRuns: 400 },
  );
});
