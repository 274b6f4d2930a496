import { type PlotName, plotName } from '@banbo/contract';
import { createYielder } from '#lib/yielder.ts';
import type { EastNorth } from '../boundaries/grids.ts';
import { sharedLand } from '../boundaries/overlap-area.ts';
import { boxOf, doTouch, type PlaneBox } from '../boundaries/plane.ts';

/** A plot with a boundary in metres of EPSG:25000. */
export type BoundedPlot = PlotName & { metres: readonly EastNorth[] };

/** Plots near one boundary that are held against it; a layout has some eight around each plot. */
export const MOST_NEAR = 30;
/** Overlaps that a remark names, and after which no further ones are looked for. */
const NAMED = 3;
const MOST_OVERLAPS = 10;

/** Crossings with all plots near a line; a register has thousands of lines. */
const MOST_CROSSINGS = 8_000;

/** Metres of a square of the index. */
const SQUARE_M = 250;
/** Squares of one boundary; a larger one is held against all. */
const MOST_SQUARES = 400;

const squaresOf = ({ west, south, east, north }: PlaneBox): string[] | null => {
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

type Kept = { plot: BoundedPlot; box: PlaneBox };

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

/**
 * The remark about the plots that share land with a boundary, the largest share first. Plots whose
 * boundaries cross it too often to be measured are named as well; null where there are none.
 */
export const overlapRemark = async (
  metres: readonly EastNorth[],
  near: readonly BoundedPlot[],
): Promise<string | null> => {
  const yieldIfDue = createYielder();
  const overlaps: { name: string; sqm: number }[] = [];
  const unmeasured: string[] = [];
  let left = MOST_CROSSINGS;
  for (const plot of near) {
    await yieldIfDue();
    const shared = sharedLand(metres, plot.metres, left);
    if (shared === null) unmeasured.push(plotName(plot));
    else if (shared.counts) overlaps.push({ name: plotName(plot), sqm: shared.area_sqm });
    if (overlaps.length + unmeasured.length === MOST_OVERLAPS) break;
    left -= shared?.crossings ?? 0;
  }
  const sorted = overlaps.sort((one, other) => other.sqm - one.sqm || (one.name < other.name ? -1 : 1));
  const found = [
    ...sorted.map(({ name, sqm }) => `${name} by ${metresText(sqm)}`),
    ...unmeasured.map((name) => `${name}, which it crosses too often to be measured`),
  ];
  if (found.length === 0) return null;
  const more = found.length - NAMED;
  return `Overlaps ${found.slice(0, NAMED).join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
};
