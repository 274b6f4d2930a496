import type { PlanAreaCheck, PlanClosure } from '@banbo/contract';
import { type Bearing, bearingText } from './bearing.ts';
import type { EastNorth } from './grids.ts';
import { distanceBetween, sidesOf } from './plane.ts';

/** Square metres in the acre of Ghana's plans. */
const ACRE = 4_046.856;
const HECTARE = 10_000;

/**
 * N of 1:N from which a closure is good. No closer limit can be asked of printed numbers: distances
 * to a tenth of a foot and bearings to the minute alone leave up to 3 cm open around a plot of
 * 70 by 100 feet, 1:3,400. Codes for field work are little closer: 1:5,000 in WAC 332-130-090.
 */
const LEAST_RATIO = 3_000;

/**
 * The area of a plan may differ by a hundredth, or by half of the last of two digits of an acre,
 * 20 m², which is more for a small plot.
 */
const AREA_SHARE = 0.01;
const AREA_ROUNDING_SQM = 0.005 * ACRE;

/**
 * A leg agrees with its coordinates when its end comes to lie within 10 cm and a thousandth of its
 * length: grid and ground differ by up to a quarter of that, and printed digits by the rest.
 */
const LEG_TOLERANCE_M = 0.1;
const LEG_SHARE = 0.001;

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));

/** An area in square metres to the centimetre's square, in acres and hectares to four digits. */
export const areaMeasures = (sqm: number) => ({
  area_sqm: rounded(sqm, 2),
  acres: rounded(sqm / ACRE, 4),
  hectares: rounded(sqm / HECTARE, 4),
});

export const SQM_OF_UNIT = { acres: ACRE, hectares: HECTARE, sqm: 1 } as const;

/** Metres around a ring that is not closed, to the centimetre. */
export const perimeterOf = (ring: readonly EastNorth[]): number =>
  rounded(
    sidesOf(ring).reduce((sum, [a, b]) => sum + distanceBetween(a, b), 0),
    2,
  );

/** Holds an area in square metres against that which the plan says. */
export const checkArea = (sqm: number, given: number): PlanAreaCheck => ({
  given_sqm: rounded(given, 2),
  difference_percent: rounded(((sqm - given) / given) * 100, 2),
  fits: Math.abs(sqm - given) <= Math.max(given * AREA_SHARE, AREA_ROUNDING_SQM),
});

/** A side of a plan by its bearing and its distance in metres, as far as the plan gives them. */
export type PlanLeg = {
  from: string;
  to: string;
  start: EastNorth;
  end: EastNorth;
  bearing: Bearing | null;
  distance: number | null;
};

const vectorOf = (bearing: Bearing, distance: number): EastNorth => {
  const angle = (bearing * Math.PI) / 180;
  return [distance * Math.sin(angle), distance * Math.cos(angle)];
};

const closureOf = (misclosure: number, around: number): PlanClosure => {
  // Below a tenth of a millimetre nothing is left but the rounding of the computation.
  const ratio = misclosure < 0.0001 ? null : Math.floor(around / misclosure);
  return { misclosure_m: rounded(misclosure, 3), ratio, is_good: ratio === null || ratio >= LEAST_RATIO };
};

/**
 * How a plan's figure closes: by its legs where each has bearing and distance, else by the points,
 * whose last one repeats the first. Null where the plan has neither. `points` are in metres, with
 * the closing one last if `isClosed`.
 */
export const measureClosure = (
  points: readonly EastNorth[],
  isClosed: boolean,
  legs: readonly PlanLeg[],
): PlanClosure | null => {
  const sides = legs.flatMap(({ bearing, distance }) =>
    bearing === null || distance === null ? [] : [{ distance, vector: vectorOf(bearing, distance) }],
  );
  const corners = isClosed ? points.length - 1 : points.length;
  if (sides.length === corners && corners >= 3) {
    const gap = sides.reduce<EastNorth>(([east, north], { vector }) => [east + vector[0], north + vector[1]], [0, 0]);
    const around = sides.reduce((sum, { distance }) => sum + distance, 0);
    return closureOf(Math.hypot(...gap), around);
  }
  const [first, last] = [points[0], points.at(-1)];
  if (!isClosed || !first || !last) return null;
  const around = points.slice(1).reduce((sum, point, index) => sum + distanceBetween(points[index] ?? point, point), 0);
  return closureOf(distanceBetween(first, last), around);
};

const metresText = (metres: number): string => `${metres.toFixed(2)} m`;

/** The sentence about a leg that disagrees with its coordinates; null where it agrees. */
const legWarning = ({ from, to, start, end, bearing, distance }: PlanLeg): string | null => {
  const [east, north]: EastNorth = [end[0] - start[0], end[1] - start[1]];
  const length = Math.hypot(east, north);
  const direction = ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
  if (bearing === null && distance === null) return null;
  const [toEast, toNorth] = vectorOf(bearing ?? direction, distance ?? length);
  const apart = Math.hypot(toEast - east, toNorth - north);
  if (apart <= LEG_TOLERANCE_M + LEG_SHARE * length) return null;
  const written = [
    ...(bearing === null ? [] : [bearingText(bearing)]),
    ...(distance === null ? [] : [metresText(distance)]),
  ].join(' and ');
  const computed = [
    ...(bearing === null ? [] : [bearingText(direction)]),
    ...(distance === null ? [] : [metresText(length)]),
  ].join(' and ');
  return `From ${from} to ${to} the plan says ${written}, but its coordinates make ${computed}: they end ${metresText(apart)} apart.`;
};

/** A sentence for each leg that disagrees with its coordinates, and by how much. */
export const legWarnings = (legs: readonly PlanLeg[]): string[] =>
  legs.map(legWarning).filter((warning) => warning !== null);
