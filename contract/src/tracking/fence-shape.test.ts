import { expect, test } from 'vitest';
import { areaOf, type Corner, FenceShape, holdsAt, isInFence, refusedCorners } from './fence-shape.ts';

const SQUARE: Corner[] = [
  [5.5, -0.3],
  [5.5, -0.1],
  [5.7, -0.1],
  [5.7, -0.3],
];
const square: FenceShape = { kind: 'polygon', corners: SQUARE };

test('a place is in a polygon or out of it, whichever way its corners run', () => {
  for (const shape of [square, { ...square, corners: [...SQUARE].reverse() }]) {
    expect(isInFence(shape, { latitude: 5.6, longitude: -0.2 })).toBe(true);
    expect(isInFence(shape, { latitude: 5.71, longitude: -0.2 })).toBe(false);
    expect(isInFence(shape, { latitude: 5.6, longitude: -0.31 })).toBe(false);
  }
});

test('a hollow of a polygon is out of it', () => {
  const corners: Corner[] = [...SQUARE.slice(0, 3), [5.6, -0.2], [5.7, -0.3]];
  expect(isInFence({ kind: 'polygon', corners }, { latitude: 5.69, longitude: -0.2 })).toBe(false);
  expect(isInFence({ kind: 'polygon', corners }, { latitude: 5.55, longitude: -0.2 })).toBe(true);
});

test('a circle has its radius in metres, north and east alike', () => {
  const circle: FenceShape = { kind: 'circle', latitude: 5.6, longitude: -0.2, radius_m: 1_000 };
  expect(isInFence(circle, { latitude: 5.6089, longitude: -0.2 })).toBe(true);
  expect(isInFence(circle, { latitude: 5.6091, longitude: -0.2 })).toBe(false);
  expect(isInFence(circle, { latitude: 5.6, longitude: -0.1911 })).toBe(true);
  expect(isInFence(circle, { latitude: 5.6, longitude: -0.1909 })).toBe(false);
});

test('an area is counted in square metres', () => {
  expect(areaOf(SQUARE) / 1e6).toBeCloseTo(493.2, 0);
});

const swapped: Corner[] = [SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]] as Corner[];
test.each([
  ['two corners', SQUARE.slice(0, 2), 'Please set at least three corners.'],
  ['sides that cross', swapped, 'The sides of the shape cross each other. Please move a corner.'],
  [
    'a corner twice',
    [...SQUARE, SQUARE[3]] as Corner[],
    'The sides of the shape cross each other. Please move a corner.',
  ],
  [
    'a line there and back',
    [
      [5, 0],
      [5, 1],
      [5, 0.5],
    ] as Corner[],
    'The shape is too small: trackers are not that exact.',
  ],
  [
    'a few metres',
    [
      [5, 0],
      [5, 0.0001],
      [5.0001, 0],
    ] as Corner[],
    'The shape is too small: trackers are not that exact.',
  ],
  [
    'half of Africa',
    [
      [0, 0],
      [0, 30],
      [30, 0],
    ] as Corner[],
    'The shape is too large.',
  ],
  ['201 corners', Array.from({ length: 201 }, (_, n): Corner => [5 + n / 1e3, 0]), 'At most 200 corners.'],
])('%s make no fence', (_, corners, sentence) => {
  expect(refusedCorners(corners)).toBe(sentence);
  expect(FenceShape.safeParse({ kind: 'polygon', corners }).success).toBe(false);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 91, '5.5', null])('%s is no latitude', (latitude) => {
  const corners = [[latitude, -0.3], ...SQUARE.slice(1)];
  expect(FenceShape.safeParse({ kind: 'polygon', corners }).success).toBe(false);
});

test.each([
  ['within the hours', '08:00', '18:00', '2026-11-20T17:59:00Z', true],
  ['at their end', '08:00', '18:00', '2026-11-20T18:00:00Z', false],
  ['the whole day', '00:00', '00:00', '2026-11-20T03:00:00Z', true],
  ['before midnight', '22:00', '05:00', '2026-11-20T23:00:00Z', true],
  ['after midnight of the day before', '22:00', '05:00', '2026-11-21T04:59:00Z', true],
  ['after midnight of another day', '22:00', '05:00', '2026-11-20T04:59:00Z', false],
  ['between', '22:00', '05:00', '2026-11-20T12:00:00Z', false],
])('a rule of Fridays, %s', (_, from_time, until_time, at, holds) => {
  expect(holdsAt({ days: [5], from_time, until_time }, new Date(at))).toBe(holds);
});
