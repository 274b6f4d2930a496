import { type PlotName, plotName } from '@banbo/contract';
import type { EastNorth } from '../boundaries/grids.ts';
import { sharedLand } from '../boundaries/overlap-area.ts';

/** A plot with a boundary in metres of EPSG:25000. */
export type BoundedPlot = PlotName & { metres: readonly EastNorth[] };

/** Plots near one boundary that are held against it; a layout has some eight around each plot. */
export const MOST_NEAR = 30;
/** Overlaps that a remark names, and after which no further ones are looked for. */
const NAMED = 3;
const MOST_OVERLAPS = 10;

/** Metres of a square of the index. */
const SQUARE_M = 250;
/** Squares of one boundary; a larger one is held against all. */
const MOST_SQUARES = 400;

type Box = { west: number; south: number; east: number; north: number };

const boxOf = (metres: readonly EastNorth[]): Box => {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const [east, north] of metres) {
    box.west = Math.min(box.west, east);
    box.east = Math.max(box.east, east);
    box.south = Math.min(box.south, north);
    box.north = Math.max(box.north, north);
  }
  return box;
};

const doTouch = (one: Box, other: Box): boolean =>
  one.west <= other.east && other.west <= one.east && one.south <= other.north && other.south <= one.north;

const squaresOf = ({ west, south, east, north }: Box): string[] | null => {
  const [left, right, low, high] = [west, east, south, north].map((metres) => Math.floor(metres / SQUARE_M)) as [
    number,
    number,
    number,
    number,
  ];
  if ((right - left + 1) * (high - low + 1) > MOST_SQUARES) return null;
  const squares: string[] = [];
  for (let x = left; x <= right; x += 1) for (let y = low; y <= high; y += 1) squares.push(`${x},${y}`);
  return squares;
};

type Kept = { plot: BoundedPlot; box: Box };

/** The boundaries of the lines before, found by squares of the ground. */
export const boundedLines = () => {
  const bySquare = new Map<string, Kept[]>();
  const large: Kept[] = [];
  const all: Kept[] = [];
  return {
    add: (plot: BoundedPlot): void => {
      const kept = { plot, box: boxOf(plot.metres) };
      all.push(kept);
      const squares = squaresOf(kept.box);
      if (!squares) large.push(kept);
      for (const square of squares ?? []) {
        const there = bySquare.get(square);
        if (there) there.push(kept);
        else bySquare.set(square, [kept]);
      }
    },
    /** The first plots whose boxes touch that of the boundary, `MOST_NEAR` at most. */
    near: (metres: readonly EastNorth[]): BoundedPlot[] => {
      const box = boxOf(metres);
      const squares = squaresOf(box);
      const near = new Set<Kept>();
      const lists = squares ? [large, ...squares.map((square) => bySquare.get(square) ?? [])] : [all];
      for (const kept of lists.flat()) {
        if (near.size >= MOST_NEAR) break;
        if (doTouch(kept.box, box)) near.add(kept);
      }
      return [...near].map(({ plot }) => plot);
    },
  };
};

const metresText = (sqm: number): string => `${sqm.toLocaleString('en-GB', { maximumFractionDigits: 1 })} m²`;

/** The remark about the plots that share land with a boundary, the largest share first. */
export const overlapRemark = (metres: readonly EastNorth[], near: readonly BoundedPlot[]): string | null => {
  const overlaps: { name: string; sqm: number }[] = [];
  for (const plot of near) {
    const { area_sqm, counts } = sharedLand(metres, plot.metres);
    if (counts) overlaps.push({ name: plotName(plot), sqm: area_sqm });
    if (overlaps.length === MOST_OVERLAPS) break;
  }
  if (overlaps.length === 0) return null;
  const sorted = overlaps.sort((one, other) => other.sqm - one.sqm || (one.name < other.name ? -1 : 1));
  const named = sorted.slice(0, NAMED).map(({ name, sqm }) => `${name} by ${metresText(sqm)}`);
  const more = overlaps.length - named.length;
  return `Overlaps ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
};
