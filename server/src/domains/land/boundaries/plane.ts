import type { EastNorth } from './grids.ts';

/** Metres within which two points are one: a tenth of what the best instrument tells apart. */
export const SAME_POINT_M = 0.001;

/** Metres between two points of a plane in metres. */
export const distanceBetween = (a: EastNorth, b: EastNorth): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

/** The sides of a ring that is not closed, by their ends; the last leads to the first point. */
export const sidesOf = <P>(ring: readonly P[]): [P, P][] =>
  ring.flatMap((from, index): [P, P][] => {
    const to = ring[(index + 1) % ring.length];
    return to === undefined ? [] : [[from, to]];
  });

/** The rectangle around points, in metres. */
export type PlaneBox = { west: number; south: number; east: number; north: number };

export const boxOf = (metres: readonly EastNorth[]): PlaneBox => {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const [east, north] of metres) {
    box.west = Math.min(box.west, east);
    box.east = Math.max(box.east, east);
    box.south = Math.min(box.south, north);
    box.north = Math.max(box.north, north);
  }
  return box;
};

/** True for boxes that share a point. */
export const doTouch = (one: PlaneBox, other: PlaneBox): boolean =>
  one.west <= other.east && other.west <= one.east && one.south <= other.north && other.south <= one.north;

/** Square metres within a ring that is not closed: positive where it runs anticlockwise. */
export const signedArea = (ring: readonly EastNorth[]): number => {
  // Reckoned from a point of the ring: the squares of grid coordinates would cost six digits.
  const [east, north] = ring[0] ?? [0, 0];
  const twice = sidesOf(ring).reduce(
    (sum, [a, b]) => sum + (a[0] - east) * (b[1] - north) - (b[0] - east) * (a[1] - north),
    0,
  );
  return twice / 2;
};

/** Metres from a point to the nearest place of a side. */
export const distanceToSide = (point: EastNorth, [a, b]: readonly [EastNorth, EastNorth]): number => {
  const [east, north] = [b[0] - a[0], b[1] - a[1]];
  const square = east * east + north * north;
  const along = square === 0 ? 0 : ((point[0] - a[0]) * east + (point[1] - a[1]) * north) / square;
  const held = Math.min(1, Math.max(0, along));
  return distanceBetween(point, [a[0] + held * east, a[1] + held * north]);
};

/** True for a point within the ring that has these sides. */
export const isWithinSides = ([east, north]: EastNorth, sides: readonly [EastNorth, EastNorth][]): boolean =>
  sides.reduce((isIn, [a, b]) => {
    if (a[1] > north === b[1] > north) return isIn;
    return east < ((b[0] - a[0]) * (north - a[1])) / (b[1] - a[1]) + a[0] ? !isIn : isIn;
  }, false);
