import {
  type LonLat,
  PLOT_GRID_LABELS,
  PLOT_GRIDS,
  type PlotGrid,
  POINT_ORDER_LABELS,
  POINT_ORDERS,
  type PointOrder,
} from '@banbo/contract';
import type { Refusal } from '#lib/refusal.ts';
import { wrongBoundary } from './check-boundary.ts';
import { type WhereItLies, whereLies } from './ghana-outline.ts';
import { type EastNorth, fromGrid, toMetres } from './grids.ts';
import { distanceBetween } from './plane.ts';
import type { ReadPlan, ReadPoint } from './read-plan.ts';

/** One way to read a plan's numbers. */
export type GridReading = { grid: PlotGrid; order: PointOrder; lonLats: LonLat[] };

/** Grid and order that a person has stated, and the longitude and latitude of the plot's zone. */
export type GridOptions = {
  grid?: PlotGrid | undefined;
  order?: PointOrder | undefined;
  near?: LonLat | undefined;
};

type Stated = { grid?: PlotGrid | null | undefined; order?: PointOrder | null | undefined };
type Judged = GridReading & { places: WhereItLies[] };

/** East and north above which numbers in Ghana are feet. */
const MOST_EAST_M = 521_750;
const MOST_NORTH_M = 718_876;
/** More than any coordinate of Ghana in feet; projections of larger numbers come to nothing. */
const LARGEST = 3_000_000;

/** A zone decides when one reading lies within 30 km and the next at twice its distance. */
const NEAR_M = 30_000;
const CLEARLY_NEARER = 2;

const eastNorth = ({ first, second }: ReadPoint, order: PointOrder): EastNorth =>
  order === 'east_north' ? [first, second] : [second, first];

const canBe = (grid: PlotGrid, [east, north]: EastNorth): boolean =>
  grid === 'degrees'
    ? Math.abs(east) <= 180 && Math.abs(north) <= 90
    : Math.max(Math.abs(east), Math.abs(north)) <= LARGEST;

const judge = (points: readonly ReadPoint[], grid: PlotGrid, order: PointOrder): Judged => {
  const given = points.map((point) => eastNorth(point, order));
  // Numbers that no place has stand for one that is far from Ghana.
  const lonLats = given.map((point): LonLat => (canBe(grid, point) ? fromGrid(grid, point) : [180, 0]));
  return { grid, order, lonLats, places: lonLats.map(whereLies) };
};

const isInGhana = ({ places }: Judged): boolean => places.every((place) => place === 'ghana');
const agrees = ({ grid, order }: Judged, stated: Stated): boolean =>
  (stated.grid ?? grid) === grid && (stated.order ?? order) === order;

const named = ({ grid, order }: GridReading): string =>
  `${PLOT_GRID_LABELS[grid]}, ${POINT_ORDER_LABELS[order].toLowerCase()}`;

const pointName = ({ line, written }: ReadPoint): string =>
  written.name === '' ? `Line ${line}` : `Line ${line} (${written.name})`;

/** The sentence about points that no allowed reading has in Ghana. */
const outside = (points: readonly ReadPoint[], allowed: readonly Judged[], all: readonly Judged[]): Refusal => {
  const other = all.find(isInGhana);
  const [stated] = allowed;
  if (other && stated) {
    const areFeet = points.some((point) => {
      const [east, north] = eastNorth(point, other.order);
      return east > MOST_EAST_M || north > MOST_NORTH_M;
    });
    const why =
      stated.grid === 'ghana_metres' && other.grid === 'gold_coast_feet' && areFeet
        ? 'These numbers are too large for metres: the plan is in feet.'
        : `As ${named(stated)}, the points lie outside Ghana.`;
    return wrongBoundary(`${why} Please choose ${named(other)}, or check the numbers.`);
  }
  const count = ({ places }: Judged) => places.filter((place) => place === 'ghana').length;
  const best = allowed.reduce((one, next) => (count(next) > count(one) ? next : one));
  const wrong = best.places.findIndex((place) => place !== 'ghana');
  const point = points[wrong];
  const place = best.places[wrong] === 'sea' ? 'in the sea' : 'outside Ghana';
  if (point && (count(best) * 2 > points.length || allowed.length === 1))
    return wrongBoundary(`${pointName(point)} lies ${place} when read as ${named(best)}. Please check its numbers.`);
  return wrongBoundary(
    'The points lie outside Ghana or in the sea, whether read as feet, metres or degrees, and in either order. Please check the numbers.',
  );
};

const nearest = (readings: readonly Judged[], near: LonLat): Judged | null => {
  const centre = toMetres(near);
  const [first, second] = readings
    .map((reading) => ({ reading, away: distanceBetween(centre, toMetres(reading.lonLats[0] ?? near)) }))
    .sort((a, b) => a.away - b.away);
  if (!first || !second || first.away > NEAR_M || second.away < CLEARLY_NEARER * first.away) return null;
  return first.reading;
};

/**
 * The grids and orders in which a plan's points all lie in Ghana: one where that is sure, more for
 * a person to choose from. A person's word binds; then the plan's own headings; then the numbers,
 * of which an east over 521,750 or a north over 718,876 can only be feet; then the zone. Throws a
 * refusal where nothing lies in Ghana.
 */
export const recognizeGrid = (
  plan: ReadPlan,
  options: GridOptions,
): { readings: GridReading[]; warnings: string[] } => {
  const all = PLOT_GRIDS.flatMap((grid) => POINT_ORDERS.map((order) => judge(plan.points, grid, order)));
  const allowed = all.filter((reading) => agrees(reading, options));
  const possible = allowed.filter(isInGhana);
  if (possible.length === 0) {
    const headed = allowed.filter((reading) => agrees(reading, plan));
    throw outside(plan.points, headed.length > 0 ? headed : allowed, all);
  }
  const asHeaded = possible.filter((reading) => agrees(reading, plan));
  const left = asHeaded.length > 0 ? asHeaded : possible;
  const zone = options.near && left.length > 1 ? nearest(left, options.near) : null;
  const readings = zone ? [zone] : left;
  const stated = all.find((reading) => agrees(reading, { ...plan, ...options }));
  const warnings =
    asHeaded.length > 0 || !stated
      ? []
      : [`The plan’s headings say ${named(stated)}, but so read its points lie outside Ghana.`];
  return { readings, warnings };
};
