import { type LonLat, MOST_BOUNDARY_POINTS, type Ring } from '@banbo/contract';
import { type Refusal, refusalAt } from '#lib/refusal.ts';
import { whereLies } from './ghana-outline.ts';
import { type EastNorth, toMetres } from './grids.ts';
import { distanceBetween, distanceToSide, SAME_POINT_M, sidesOf, signedArea } from './plane.ts';

/** Square metres: less is a slip of the pen. */
const LEAST_AREA = 1;
/** Square metres, a hundred square kilometres: more is a district, or numbers in the wrong grid. */
const MOST_AREA = 100_000_000;

/** A point of a boundary with the name that sentences give it: `point 3`, or a plan's `P3`. */
export type BoundaryPoint = { label: string; lonLat: LonLat; metres: EastNorth };

/** The refusal of a boundary, at the field `boundary` of the body. */
export const wrongBoundary = (message: string): Refusal => refusalAt('invalid_input', 'boundary', message);

/** Points with their metres, named by their place where no names are given. */
export const boundaryPoints = (lonLats: readonly LonLat[]): BoundaryPoint[] =>
  lonLats.map((lonLat, index) => ({ label: `point ${index + 1}`, lonLat, metres: toMetres(lonLat) }));

type Side = [BoundaryPoint, BoundaryPoint];
const ends = ([a, b]: Side): [EastNorth, EastNorth] => [a.metres, b.metres];
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const isSamePoint = (a: BoundaryPoint, b: BoundaryPoint): boolean =>
  distanceBetween(a.metres, b.metres) <= SAME_POINT_M;

/** Points that repeat the one before them, around the ring, go. */
const withoutRepeats = (points: readonly BoundaryPoint[]): BoundaryPoint[] => {
  const kept: BoundaryPoint[] = [];
  for (const point of points) {
    const before = kept.at(-1);
    if (!before || !isSamePoint(before, point)) kept.push(point);
  }
  const [first] = kept;
  while (first && kept.length > 1 && isSamePoint(kept.at(-1) ?? first, first)) kept.pop();
  return kept;
};

/** Twice the area of a triangle: its sign says to which side of `a` to `b` the third point lies. */
const turn = (a: EastNorth, b: EastNorth, c: EastNorth): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

const doCross = ([a, b]: [EastNorth, EastNorth], [c, d]: [EastNorth, EastNorth]): boolean =>
  turn(a, b, c) > 0 !== turn(a, b, d) > 0 && turn(c, d, a) > 0 !== turn(c, d, b) > 0;

const areApart = ([a, b]: [EastNorth, EastNorth], [c, d]: [EastNorth, EastNorth], axis: 0 | 1): boolean =>
  Math.min(a[axis], b[axis]) > Math.max(c[axis], d[axis]) + SAME_POINT_M ||
  Math.min(c[axis], d[axis]) > Math.max(a[axis], b[axis]) + SAME_POINT_M;

const doMeet = (one: Side, other: Side): boolean => {
  // Nearly all sides of a long boundary are apart, which is told before anything is computed.
  if (areApart(ends(one), ends(other), 0) || areApart(ends(one), ends(other), 1)) return false;
  return (
    doCross(ends(one), ends(other)) ||
    other.some(({ metres }) => distanceToSide(metres, ends(one)) <= SAME_POINT_M) ||
    one.some(({ metres }) => distanceToSide(metres, ends(other)) <= SAME_POINT_M)
  );
};

/** True where the boundary turns back on a side that it has just gone. */
const runsBack = ([a, b]: Side, [, c]: Side): boolean =>
  distanceToSide(c.metres, ends([a, b])) <= SAME_POINT_M || distanceToSide(a.metres, ends([b, c])) <= SAME_POINT_M;

const sideName = ([from, to]: Side): string => `the side from ${from.label} to ${to.label}`;

const refuseCrossing = (points: readonly BoundaryPoint[]): void => {
  const sides = sidesOf(points);
  for (const [index, side] of sides.entries()) {
    const next = sides[(index + 1) % sides.length];
    if (next && runsBack(side, next))
      throw wrongBoundary(`The boundary turns back on itself: ${sideName(next)} runs along ${sideName(side)}.`);
    // The first side and the last one are neighbours, too.
    const others = sides.slice(index + 2, index === 0 ? -1 : undefined);
    const crossed = others.find((other) => doMeet(side, other));
    if (crossed)
      throw wrongBoundary(
        `The boundary crosses itself: ${sideName(side)} meets ${sideName(crossed)}. ` +
          'Please give the points in their order around the plot.',
      );
  }
};

const isOnOneLine = (points: readonly BoundaryPoint[]): boolean => {
  const [first] = points;
  if (!first) return true;
  const far = points.reduce((best, point) =>
    distanceBetween(first.metres, point.metres) > distanceBetween(first.metres, best.metres) ? point : best,
  );
  return points.every(
    ({ metres }) =>
      Math.abs(turn(first.metres, far.metres, metres)) <= SAME_POINT_M * distanceBetween(first.metres, far.metres),
  );
};

/** Throws where a point is not in Ghana. */
export const refuseOutsideGhana = (points: readonly Pick<BoundaryPoint, 'label' | 'lonLat'>[]): void => {
  for (const { label, lonLat } of points) {
    const where = whereLies(lonLat);
    if (where === 'ghana') continue;
    if (whereLies([lonLat[1], lonLat[0]]) === 'ghana')
      throw wrongBoundary(
        `${capital(label)} lies outside Ghana, but not with its two numbers exchanged: GeoJSON has the longitude first.`,
      );
    throw wrongBoundary(
      where === 'sea' ? `${capital(label)} lies in the sea.` : `${capital(label)} lies outside Ghana.`,
    );
  }
};

/** Throws where there are more points than a boundary may have, before anything is computed. */
export const refuseTooMany = (count: number): void => {
  // The closing point does not count.
  if (count > MOST_BOUNDARY_POINTS + 1)
    throw wrongBoundary(
      `The boundary has ${count.toLocaleString('en')} points; at most ${MOST_BOUNDARY_POINTS.toLocaleString('en')} are allowed.`,
    );
};

export type CheckedBoundary = {
  /** Closed and anticlockwise, as RFC 7946 has it, with nine digits: a tenth of a millimetre. */
  ring: Ring;
  /** The same points in EPSG:25000, in the same order, not closed, as PostgreSQL has polygons. */
  metres: EastNorth[];
  area: number;
  dropped: number;
};

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/**
 * Checks the points of a boundary, closed or not and in either direction. Keeps the first point
 * first. Throws a refusal `invalid_input` with the sentence that says what is wrong.
 */
export const checkBoundary = (given: readonly BoundaryPoint[]): CheckedBoundary => {
  refuseTooMany(given.length);
  refuseOutsideGhana(given);
  const points = withoutRepeats(given);
  refuseTooMany(points.length + 1);
  if (points.length < 3) throw wrongBoundary('A boundary needs at least three different points.');
  if (isOnOneLine(points)) throw wrongBoundary('The boundary has no area: all its points lie on one line.');
  refuseCrossing(points);
  const signed = signedArea(points.map(({ metres }) => metres));
  const area = Math.abs(signed);
  if (area < LEAST_AREA) throw wrongBoundary('The boundary has an area below 1 m². Please check its points.');
  if (area > MOST_AREA)
    throw wrongBoundary(
      `The boundary has an area of ${Math.round(area / 1e6).toLocaleString('en')} km². A plot has at most 100 km²: please check its points.`,
    );
  const [first, ...rest] = points;
  const around = signed > 0 || !first ? points : [first, ...rest.reverse()];
  const open = around.map(({ lonLat }): LonLat => [rounded(lonLat[0], 9), rounded(lonLat[1], 9)]);
  return {
    ring: [...open, ...open.slice(0, 1)],
    metres: around.map(({ metres }): EastNorth => [rounded(metres[0], 4), rounded(metres[1], 4)]),
    area,
    dropped: given.length - points.length,
  };
};
