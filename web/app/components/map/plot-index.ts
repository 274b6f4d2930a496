import type { PlotState } from '@banbo/contract';
import { type PixelBox, worldPixel } from './clusters.ts';

/** A plot on the map: its number or name, and its corners in [longitude, latitude]. */
export type PlotShape = {
  id: string;
  name: string;
  state: PlotState;
  ring: readonly (readonly [lon: number, lat: number])[];
};

/** Corners in pixels of the world at zoom 0, which take 2^zoom to become those of a zoom. */
type Placed = { xs: Float64Array; ys: Float64Array; left: number; top: number; right: number; bottom: number };

/** Plots in a cell of the grid when they are spread evenly. */
const A_CELL = 4;
/** Every search looks at a plot that spans more cells, such as a farm among building plots. */
const MOST_CELLS = 64;

const placedOf = ({ ring }: PlotShape): Placed => {
  const corners = ring.map(([lon, lat]) => worldPixel(lat, lon, 0));
  const xs = Float64Array.from(corners, ({ x }) => x);
  const ys = Float64Array.from(corners, ({ y }) => y);
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of corners) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return { xs, ys, left, top, right, bottom };
};

const isWithin = ({ xs, ys }: Placed, x: number, y: number): boolean => {
  let isIn = false;
  for (let n = 0, before = xs.length - 1; n < xs.length; before = n, n += 1) {
    const [ax, ay, bx, by] = [xs[n] ?? 0, ys[n] ?? 0, xs[before] ?? 0, ys[before] ?? 0];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isIn = !isIn;
  }
  return isIn;
};

export type PlotIndex = {
  plots: readonly PlotShape[];
  placed: readonly Placed[];
  /** The places in `plots` of those that may show in a box of pixels at zoom 0, in their order. */
  within: (box: PixelBox) => number[];
  /** The place of the plot at a pixel at zoom 0; of several the smallest. */
  at: (x: number, y: number) => number | null;
};

/** Makes a grid over the plots, by which those of a view and the one at a point are found. */
export const indexPlots = (plots: readonly PlotShape[]): PlotIndex => {
  const placed = plots.map(placedOf);
  const all: PixelBox = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const one of placed) {
    all.left = Math.min(all.left, one.left);
    all.top = Math.min(all.top, one.top);
    all.right = Math.max(all.right, one.right);
    all.bottom = Math.max(all.bottom, one.bottom);
  }
  const side = Math.max(1, Math.floor(Math.sqrt(plots.length / A_CELL)));
  const [wide, high] = [(all.right - all.left) / side || 1, (all.bottom - all.top) / side || 1];
  const inGrid = (cell: number): number => Math.min(side - 1, Math.max(0, Math.floor(cell)));
  const cells = new Map<number, number[]>();
  const large: number[] = [];
  const cellsOf = function* (box: PixelBox): Generator<number> {
    const [first, last] = [inGrid((box.left - all.left) / wide), inGrid((box.right - all.left) / wide)];
    const lowest = inGrid((box.bottom - all.top) / high);
    for (let row = inGrid((box.top - all.top) / high); row <= lowest; row += 1)
      for (let column = first; column <= last; column += 1) yield row * side + column;
  };
  for (const [n, one] of placed.entries()) {
    const own = [...cellsOf(one)];
    if (own.length > MOST_CELLS) large.push(n);
    else
      for (const cell of own) {
        const held = cells.get(cell);
        if (held) held.push(n);
        else cells.set(cell, [n]);
      }
  }
  const touches = (n: number, box: PixelBox): boolean => {
    const one = placed[n];
    if (!one) return false;
    return one.left <= box.right && one.right >= box.left && one.top <= box.bottom && one.bottom >= box.top;
  };
  const within = (box: PixelBox): number[] => {
    const found = new Set(large);
    for (const cell of cellsOf(box)) for (const n of cells.get(cell) ?? []) found.add(n);
    return [...found].filter((n) => touches(n, box)).sort((a, b) => a - b);
  };
  const sizeOf = (n: number): number => {
    const { left, top, right, bottom } = placed[n] ?? all;
    return (right - left) * (bottom - top);
  };
  return {
    plots,
    placed,
    within,
    at: (x, y) => {
      const hit = within({ left: x, right: x, top: y, bottom: y }).filter((n) => {
        const one = placed[n];
        return one !== undefined && isWithin(one, x, y);
      });
      return hit.sort((a, b) => sizeOf(a) - sizeOf(b))[0] ?? null;
    },
  };
};

/** A place within the plot for its name, in pixels at zoom 0, and the room beside it there. */
export const namePlace = (plot: Placed): { x: number; y: number; wide: number; high: number } => {
  const { xs, ys, left, top, right, bottom } = plot;
  const y = (top + bottom) / 2;
  // The widest stretch of the plot on its middle line holds the name of a bent plot too.
  const cuts: number[] = [];
  for (let n = 0, before = xs.length - 1; n < xs.length; before = n, n += 1) {
    const [ax, ay, bx, by] = [xs[n] ?? 0, ys[n] ?? 0, xs[before] ?? 0, ys[before] ?? 0];
    if (ay > y !== by > y) cuts.push(((bx - ax) * (y - ay)) / (by - ay) + ax);
  }
  cuts.sort((a, b) => a - b);
  let [from, to] = [left, left];
  for (let n = 0; n + 1 < cuts.length; n += 2) {
    const [a = 0, b = 0] = [cuts[n], cuts[n + 1]];
    if (b - a > to - from) [from, to] = [a, b];
  }
  if (to === from) [from, to] = [left, right];
  return { x: (from + to) / 2, y, wide: to - from, high: bottom - top };
};
