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
import { type EastNorth, fromGrid } from './grids.ts';
import type { ReadPlan, ReadPoint } from './read-plan.ts';

/** One way to read a plan's numbers. */
export type GridReading = { grid: PlotGrid; order: PointOrder; lonLats: LonLat[] };

/** Grid and order that a person has stated. */
export type GridOptions = { grid?: PlotGrid | undefined; order?: PointOrder | undefined };

/** No grid, or no order, allows all of them. */
type Stated = { grids: readonly PlotGrid[]; order: PointOrder | null };
type Judged = GridReading & { places: WhereItLies[] };

/** East and north above which numbers in Ghana are feet. */
const MOST_EAST_M = 521_750;
const MOST_NORTH_M = 718_876;
/** More than any coordinate of Ghana in feet; projections of larger numbers come to nothing. */
const LARGEST = 3_000_000;

/** The numbers of a zone of UTM; conversions of larger ones give places that are none. */
const UTM_LIMITS = { east: [100_000, 1_000_000], north: [0, 1_300_000] } as const;
/** The east of Ghana alone lies in zone 31; offices west of its edge carry zone 30 on. */
const WEST_END_OF_31 = -0.05;

const eastNorth = ({ first, second }: ReadPoint, order: PointOrder): EastNorth =>
  order === 'east_north' ? [first, second] : [second, first];

const lies = (value: number, [least, most]: readonly [number, number]): boolean => value >= least && value <= most;

const canBe = (grid: PlotGrid, [east, north]: EastNorth): boolean => {
  if (grid === 'degrees') return Math.abs(east) <= 180 && Math.abs(north) <= 90;
  if (grid === 'utm_30' || grid === 'utm_31') return lies(east, UTM_LIMITS.east) && lies(north, UTM_LIMITS.north);
  return Math.max(Math.abs(east), Math.abs(north)) <= LARGEST;
};

const judge = (points: readonly ReadPoint[], grid: PlotGrid, order: PointOrder): Judged => {
  const given = points.map((point) => eastNorth(point, order));
  // Numbers that no place has stand for one that is far from Ghana.
  const lonLats = given.map((point): LonLat => (canBe(grid, point) ? fromGrid(grid, point) : [180, 0]));
  return { grid, order, lonLats, places: lonLats.map(whereLies) };
};

const isInGhana = ({ places }: Judged): boolean => places.every((place) => place === 'ghana');
const agrees = ({ grid, order }: GridReading, stated: Stated): boolean =>
  (stated.grids.length === 0 || stated.grids.includes(grid)) && (stated.order ?? order) === order;

/** False of zone 31 west of its edge, unless the plan or a person names that zone alone. */
const isUsual = ({ grid, lonLats }: Judged, { grids }: Stated): boolean =>
  grid !== 'utm_31' || (grids.length === 1 && grids.includes(grid)) || lonLats.every(([lon]) => lon >= WEST_END_OF_31);

const named = ({ grid, order }: GridReading): string =>
  `${PLOT_GRID_LABELS[grid]}, ${POINT_ORDER_LABELS[order].toLowerCase()}`;

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

const statedInWords = ({ grids, order }: Stated): string =>
  [
    ...(grids.length === 0 ? [] : [either.format(grids.map((grid) => PLOT_GRID_LABELS[grid]))]),
    ...(order === null ? [] : [POINT_ORDER_LABELS[order].toLowerCase()]),
  ].join(', ');

const pointName = ({ line, written }: ReadPoint): string =>
  written.name === '' ? `Line ${line}` : `Line ${line} (${written.name})`;

const areFeet = (points: readonly ReadPoint[], { order }: GridReading): boolean =>
  points.some((point) => {
    const [east, north] = eastNorth(point, order);
    return east > MOST_EAST_M || north > MOST_NORTH_M;
  });

/** The sentence about points that no allowed reading has in Ghana, but that `others` have there. */
const elsewhere = (points: readonly ReadPoint[], stated: Judged, others: readonly Judged[]): Refusal => {
  const inFeet = others.every((other) => other.grid === 'gold_coast_feet' && areFeet(points, other));
  const why =
    stated.grid === 'ghana_metres' && inFeet
      ? 'These numbers are too large for metres: the plan is in feet.'
      : `As ${named(stated)}, the points lie outside Ghana.`;
  // One reading of a grid is enough to say which one to choose.
  const ofGrids = others.filter(({ grid }, at) => others.findIndex((other) => other.grid === grid) === at);
  return wrongBoundary(`${why} Please choose ${ofGrids.map(named).join(', or ')}, or check the numbers.`);
};

/** The sentence about points that no reading has in Ghana. */
const outside = (points: readonly ReadPoint[], allowed: readonly Judged[]): Refusal => {
  const count = ({ places }: Judged) => places.filter((place) => place === 'ghana').length;
  const best = allowed.reduce((one, next) => (count(next) > count(one) ? next : one));
  const wrong = best.places.findIndex((place) => place !== 'ghana');
  const point = points[wrong];
  const place = best.places[wrong] === 'sea' ? 'in the sea' : 'outside Ghana';
  if (point && (count(best) * 2 > points.length || allowed.length === 1))
    return wrongBoundary(`${pointName(point)} lies ${place} when read as ${named(best)}. Please check its numbers.`);
  return wrongBoundary(
    'The points lie outside Ghana or in the sea, whether read as feet, metres, UTM or degrees, and in either order. Please check the numbers.',
  );
};

/**
 * The grids and orders in which a plan's points all lie in Ghana: one where that is sure, more for
 * a person to choose from. A person's word binds; then the plan's own headings; then the numbers,
 * of which an east over 521,750 or a north over 718,876 can only be feet or UTM. `fits` are all
 * that lie there, whatever was said. Throws a refusal where nothing lies in Ghana.
 */
export const recognizeGrid = (
  plan: ReadPlan,
  { grid, order }: GridOptions,
): { readings: GridReading[]; warnings: string[]; fits: GridReading[] } => {
  const person: Stated = { grids: grid ? [grid] : [], order: order ?? null };
  const stated: Stated = { grids: grid ? [grid] : plan.grids, order: order ?? plan.order };
  const all = PLOT_GRIDS.flatMap((one) => POINT_ORDERS.map((way) => judge(plan.points, one, way)));
  const inGhana = all.filter((reading) => isInGhana(reading) && isUsual(reading, stated));
  const allowed = all.filter((reading) => agrees(reading, person));
  const possible = inGhana.filter((reading) => agrees(reading, person));
  const asHeaded = possible.filter((reading) => agrees(reading, stated));
  if (possible.length === 0) {
    const headed = allowed.filter((reading) => agrees(reading, stated));
    const [first] = headed.length > 0 ? headed : allowed;
    throw first && inGhana.length > 0
      ? elsewhere(plan.points, first, inGhana)
      : outside(plan.points, headed.length > 0 ? headed : allowed);
  }
  const warnings =
    asHeaded.length > 0
      ? []
      : [`The plan’s headings say ${statedInWords(stated)}, but so read its points lie outside Ghana.`];
  return { readings: asHeaded.length > 0 ? asHeaded : possible, warnings, fits: inGhana };
};
