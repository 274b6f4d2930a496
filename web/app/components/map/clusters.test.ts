import { expect, test } from 'vitest';
import { ALONE_FROM, type Dot, type PixelBox, spotsOf, worldPixel } from './clusters.ts';

const EVERYWHERE: PixelBox = { left: 0, top: 0, right: 2 ** 40, bottom: 2 ** 40 };

const dot = (id: string, lat: number, lon: number, state: Dot['state'] = 'moving'): Dot => ({
  ...{ id, lat, lon, state, course: null },
});
const crowd = (count: number, state: Dot['state'] = 'parked') =>
  Array.from({ length: count }, (_, n) => dot(`${n + 1}`, 5.6 + n * 1e-5, -0.2 - n * 1e-5, state));

test('the world’s square begins in the north-west, and its middle is where the equator meets Greenwich', () => {
  expect(worldPixel(0, 0, 0)).toEqual({ x: 128, y: 128 });
  expect(worldPixel(0, -180, 3).x).toBe(0);
  expect(worldPixel(85.0511, 0, 0).y).toBeCloseTo(0, 3);
});

test('cars that stand close become one with their number, and those that do not stay alone', () => {
  const spots = spotsOf([...crowd(10), dot('far', 9.4, -0.84)], 8, EVERYWHERE);
  expect(spots.map((spot) => (spot.kind === 'car' ? spot.dot.id : spot.count))).toEqual([10, 'far']);
});

test('two that stand close stay two', () => {
  expect(spotsOf(crowd(2), 8, EVERYWHERE).map(({ kind }) => kind)).toEqual(['car', 'car']);
});

test('an alarm among them shows on the cluster', () => {
  const [spot] = spotsOf([...crowd(4), dot('9', 5.6, -0.2, 'alarm')], 8, EVERYWHERE);
  expect(spot).toMatchObject({ kind: 'cluster', count: 5, alarms: 1 });
});

test('near the ground every car stands alone, an alarm above the others', () => {
  const spots = spotsOf([dot('sos', 5.6, -0.2, 'alarm'), ...crowd(5)], ALONE_FROM, EVERYWHERE);
  expect(spots).toHaveLength(6);
  expect(spots.at(-1)).toMatchObject({ kind: 'car', dot: { id: 'sos' } });
});

test('a followed car stands alone at every zoom', () => {
  const spots = spotsOf(crowd(5), 7, EVERYWHERE, new Set(['3']));
  expect(spots).toContainEqual(expect.objectContaining({ kind: 'car', dot: expect.objectContaining({ id: '3' }) }));
  expect(spots).toContainEqual(expect.objectContaining({ kind: 'cluster', count: 4 }));
});

test('cars outside the box are left out, and clusters stay where they are while it moves', () => {
  const zoom = 10;
  const at = worldPixel(5.6, -0.2, zoom);
  const box = { left: at.x - 300, top: at.y - 300, right: at.x + 300, bottom: at.y + 300 };
  const cars = [...crowd(10), dot('far', 9.4, -0.84)];
  const first = spotsOf(cars, zoom, box);
  const moved = spotsOf(cars, zoom, { ...box, left: box.left + 37, right: box.right + 37 });
  expect(first).toHaveLength(1);
  expect(moved).toEqual(first);
});
