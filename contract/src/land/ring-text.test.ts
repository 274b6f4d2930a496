import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Ring } from './boundaries.ts';
import { decodeRings, encodeRings } from './ring-text.ts';

const METRES_OF_DEGREE = 111_320;

const metresApart = ([lon, lat]: Ring[number], [east, north]: Ring[number]): number =>
  Math.hypot((lon - east) * METRES_OF_DEGREE * Math.cos((lat * Math.PI) / 180), (lat - north) * METRES_OF_DEGREE);

const NUNGUA: Ring = [
  [-0.0712345, 5.6312344],
  [-0.0709601, 5.6312351],
  [-0.0709599, 5.6310429],
  [-0.0712344, 5.6310421],
  [-0.0712345, 5.6312344],
];

test('a ring of a plot takes 24 signs, and one beside it fewer', () => {
  const beside = NUNGUA.map(([lon, lat]): Ring[number] => [lon + 0.00028, lat]);
  const alone = encodeRings([NUNGUA]);
  expect(alone.length).toBeLessThanOrEqual(24);
  expect(encodeRings([NUNGUA, beside])).toMatch(/^[\w-]+ [\w-]{12,14}$/);
});

test('the numbers are differences in millionths of a degree', () => {
  expect(
    encodeRings([
      [
        [0.000001, -0.000001],
        [0.000017, 0],
        [0, 0],
        [0.000001, -0.000001],
      ],
    ]),
  ).toBe('CBgBChBA');
});

test('rings come back closed, each corner within 0.1 m, wherever they lie', () => {
  const corner = fc.tuple(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: -90, max: 90, noNaN: true }),
  );
  const ring = fc
    .array(corner, { minLength: 3, maxLength: 12 })
    .map((corners): Ring => [...corners, corners[0] ?? [0, 0]]);
  fc.assert(
    fc.property(fc.array(ring, { maxLength: 8 }), (rings) => {
      const back = decodeRings(encodeRings(rings));
      expect(back.map(({ length }) => length)).toEqual(rings.map(({ length }) => length));
      for (const [n, one] of rings.entries())
        for (const [m, at] of one.entries()) expect(metresApart(at, back[n]?.[m] ?? [0, 0])).toBeLessThan(0.1);
    }),
  );
});

test('a text that is none is refused, and does not go on for ever', () => {
  for (const text of ['!', 'A', 'AA  AA', '________', 'A '.repeat(3), `${'_'.repeat(100)}A`])
    expect(() => decodeRings(text), text).toThrow(RangeError);
});
