import { expect, test } from 'vitest';
import { worldPixel } from './clusters.ts';
import { indexPlots, namePlace, type PlotShape } from './plot-index.ts';

const STEP = 0.0003;

const plot = (id: string, ring: PlotShape['ring']): PlotShape => ({ id, name: id, state: 'free', ring });
const box = (id: string, west: number, south: number, size = STEP): PlotShape =>
  plot(id, [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
  ]);

/** A layout of so many rows and columns from a corner on; plots are named by row and column. */
const layout = (side: number): PlotShape[] =>
  Array.from({ length: side * side }, (_, n) =>
    box(`${Math.floor(n / side)}-${n % side}`, -0.07 + (n % side) * STEP, 5.6 + Math.floor(n / side) * STEP),
  );

const idAt = (plots: readonly PlotShape[], lon: number, lat: number) => {
  const { x, y } = worldPixel(lat, lon, 0);
  const found = indexPlots(plots).at(x, y);
  return found === null ? null : (plots[found]?.id ?? null);
};

test('the plot at a point is the one around it', () => {
  const plots = layout(40);
  expect(idAt(plots, -0.07 + 12.5 * STEP, 5.6 + 3.5 * STEP)).toBe('3-12');
  expect(idAt(plots, -0.07 + 39.9 * STEP, 5.6 + 39.9 * STEP)).toBe('39-39');
  expect(idAt(plots, -0.0701, 5.6 + STEP)).toBeNull();
  expect(idAt([], -0.07, 5.6)).toBeNull();
});

test('the notch of a bent plot is not the plot, and of two plots the smaller is meant', () => {
  const bent = plot('bent', [
    [0, 5],
    [0.002, 5],
    [0.002, 5.001],
    [0.001, 5.001],
    [0.001, 5.002],
    [0, 5.002],
  ]);
  expect(idAt([bent], 0.0005, 5.0015)).toBe('bent');
  expect(idAt([bent], 0.0015, 5.0015)).toBeNull();
  const farm = box('farm', -0.08, 5.59, 0.05);
  expect(idAt([farm, ...layout(20)], -0.07 + STEP / 2, 5.6 + STEP / 2)).toBe('0-0');
  expect(idAt([farm, ...layout(20)], -0.075, 5.595)).toBe('farm');
});

test('those of a view are found each once, in their order, and no others', () => {
  const plots = layout(40);
  const [low, high] = [
    worldPixel(5.6 + 0.5 * STEP, -0.07 + 0.5 * STEP, 0),
    worldPixel(5.6 + 2.5 * STEP, -0.07 + 1.5 * STEP, 0),
  ];
  const view = { left: low.x, right: high.x, top: high.y, bottom: low.y };
  const names = indexPlots(plots)
    .within(view)
    .map((n) => plots[n]?.id);
  expect(names).toEqual(['0-0', '0-1', '1-0', '1-1', '2-0', '2-1']);
  const everything = { left: 0, top: 0, right: 256, bottom: 256 };
  expect(indexPlots(plots).within(everything)).toHaveLength(1_600);
  expect(indexPlots(plots).within({ left: 0, top: 0, right: 1, bottom: 1 })).toEqual([]);
});

test('one plot far away from the others slows nothing down and hides nothing', () => {
  const plots = [...layout(30), box('far', -1.6, 9.4)];
  expect(idAt(plots, -1.6 + STEP / 2, 9.4 + STEP / 2)).toBe('far');
  expect(idAt(plots, -0.07 + 7.5 * STEP, 5.6 + 8.5 * STEP)).toBe('8-7');
});

test('a name stands in the widest part of its plot, also where the middle of its box is outside', () => {
  const open = plot('U', [
    [0, 5],
    [0.003, 5],
    [0.003, 5.003],
    [0.001, 5.003],
    [0.001, 5.001],
    [0.0005, 5.001],
    [0.0005, 5.003],
    [0, 5.003],
  ]);
  const { placed } = indexPlots([open]);
  const [one] = placed;
  const place = one && namePlace(one);
  expect(place?.x).toBeCloseTo(worldPixel(5, 0.002, 0).x, 8);
  expect(place?.wide).toBeCloseTo(worldPixel(5, 0.003, 0).x - worldPixel(5, 0.001, 0).x, 8);
});
