import type { EastNorth } from './grids.ts';
import { boxOf, doTouch, type PlaneBox, sidesOf } from './plane.ts';

type Side = PlaneBox & { ends: [EastNorth, EastNorth] };

const boxedSides = (ring: readonly EastNorth[], near: PlaneBox): Side[] =>
  sidesOf(ring)
    .map((ends) => ({ ends, ...boxOf(ends) }))
    .filter((side) => doTouch(side, near));

/** Above zero where the point lies on the left of the side. */
const height = ({ ends: [[x, y], to] }: Side, [east, north]: EastNorth): number =>
  (to[0] - x) * (north - y) - (to[1] - y) * (east - x);

/** True where the ends of a side lie on two sides of the line through the other. */
const isParted = (side: Side, { ends: [from, to] }: Side): boolean => height(side, from) * height(side, to) < 0;

/**
 * Counts the points at which the sides of two rings cross, and stops beyond `most`. Sides that only
 * touch, or run along each other, do not count: each corner has a few of them at most, while of two
 * rings of 1,000 corners 250,000 sides can cross.
 */
export const countCrossings = (one: readonly EastNorth[], other: readonly EastNorth[], most: number): number => {
  const [box, otherBox] = [boxOf(one), boxOf(other)];
  if (!doTouch(box, otherBox)) return 0;
  const sides = boxedSides(one, otherBox);
  const others = boxedSides(other, box).sort((a, b) => a.west - b.west);
  let crossings = 0;
  for (const side of sides) {
    for (const against of others) {
      if (against.west > side.east) break;
      if (!doTouch(side, against) || !isParted(side, against) || !isParted(against, side)) continue;
      crossings += 1;
      if (crossings > most) return crossings;
    }
  }
  return crossings;
};
