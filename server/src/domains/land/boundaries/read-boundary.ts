import type { BoundaryChoice, BoundaryReading, LonLat, PlanAreaCheck } from '@banbo/contract';
import { type BoundaryPoint, boundaryPoints, checkBoundary, refuseTooMany } from './check-boundary.ts';
import { FAR_M, farFromZone } from './far-from-zone.ts';
import { type EastNorth, GOLD_COAST_FOOT, toMetres } from './grids.ts';
import { areaMeasures, checkArea, legWarnings, measureClosure, type PlanLeg, perimeterOf } from './measure.ts';
import { distanceBetween, signedArea } from './plane.ts';
import { readGeojson } from './read-geojson.ts';
import { outlineIn, type PlotOutline } from './read-outline.ts';
import { type ReadPlan, readPlan } from './read-plan.ts';
import { type GridOptions, type GridReading, recognizeGrid } from './recognize-grid.ts';

/** Metres within which a last point without the first one's name still repeats it. */
const CLOSES_WITHIN_M = 0.3;

type GivenBoundary = { plan_text: string } | { geojson: unknown };

/**
 * Grid and order as stated, the plan's area in square metres, and a place of the zone's plots with
 * their number.
 */
export type BoundaryOptions = GridOptions & {
  plan_area_sqm?: number | undefined;
  near?: LonLat | undefined;
  plotsNear?: number | undefined;
};

export type MeasuredBoundary = BoundaryReading & {
  /** The points in metres of EPSG:25000, in the ring's order, not closed. */
  metres: EastNorth[];
  /** The grids and orders in which a plan's numbers lie in Ghana, whatever was said of them. */
  fits: Pick<GridReading, 'grid' | 'order'>[];
};

type Measured = Pick<MeasuredBoundary, 'closure' | 'plan_area' | 'warnings'> & {
  corners: BoundaryPoint[];
  hasFittingLeg: boolean;
};

const doesClose = ({ points }: ReadPlan, metres: readonly EastNorth[]): boolean => {
  const [first, last] = [points[0], points.at(-1)];
  const [start, end] = [metres[0], metres.at(-1)];
  if (points.length < 4 || !first || !last || !start || !end) return false;
  const { name } = first.written;
  // A name of every line is none: `30N`, or `P`.
  const isNamed =
    name !== '' && points.findLastIndex(({ written }, at) => written.name === name && at < points.length - 1) === 0;
  return (isNamed && last.written.name === name) || distanceBetween(start, end) <= CLOSES_WITHIN_M;
};

/** The plan's sides with their bearings and distances in metres. */
const legsOf = (plan: ReadPlan, { grid }: GridReading, corners: readonly BoundaryPoint[], isClosed: boolean) => {
  const hasLeg = ({ bearing, distance }: ReadPlan['points'][number]) => bearing !== null || distance !== null;
  const [first, ...others] = plan.points;
  // A plan whose first line alone has none writes each leg beside the point that it leads to.
  const isArriving = first !== undefined && !hasLeg(first) && others.length > 0 && others.every(hasLeg);
  const lines = isArriving ? others : isClosed ? plan.points.slice(0, -1) : plan.points;
  return lines.flatMap(({ bearing, distance }, index): PlanLeg[] => {
    const [from, to] = [corners[index], corners[(index + 1) % corners.length]];
    if (!from || !to) return [];
    const unit = distance?.unit ?? plan.distanceUnit ?? (grid === 'gold_coast_feet' ? 'ft' : 'm');
    const metres = distance && distance.value * (unit === 'ft' ? GOLD_COAST_FOOT : 1);
    return [{ from: from.label, to: to.label, start: from.metres, end: to.metres, bearing, distance: metres }];
  });
};

const areaWarnings = (area: number, check: PlanAreaCheck | null): string[] => {
  if (!check || check.fits) return [];
  const by = `${Math.abs(check.difference_percent)}% ${area > check.given_sqm ? 'more' : 'less'}`;
  return [`The plan gives ${check.given_sqm} m², but its points make ${area.toFixed(2)} m², ${by}.`];
};

const measurePlan = (plan: ReadPlan, reading: GridReading, areaGiven: number | null): Measured => {
  const points = reading.lonLats.map((lonLat, index): BoundaryPoint => {
    const name = plan.points[index]?.written.name ?? '';
    return { label: name === '' ? `point ${index + 1}` : name, lonLat, metres: toMetres(lonLat) };
  });
  const metres = points.map((point) => point.metres);
  const isClosed = doesClose(plan, metres);
  const corners = isClosed ? points.slice(0, -1) : points;
  const legs = legsOf(plan, reading, corners, isClosed);
  const wrongLegs = legWarnings(legs);
  const closure = measureClosure(metres, isClosed, legs);
  const area = Math.abs(signedArea(corners.map((corner) => corner.metres)));
  const plan_area = areaGiven === null ? null : checkArea(area, areaGiven);
  const ratio = closure?.ratio?.toLocaleString('en');
  const warnings = [
    ...wrongLegs,
    ...(closure && !closure.is_good
      ? [`The plan’s figure stays open by ${closure.misclosure_m.toFixed(2)} m, which is 1:${ratio}.`]
      : []),
    ...areaWarnings(area, plan_area),
  ];
  return { corners, closure, plan_area, warnings, hasFittingLeg: wrongLegs.length < legs.length };
};

type Weighed = { plan: ReadPlan; reading: GridReading; measured: Measured };

/** A plan whose loose numbers are heights, which no boundary needs. */
const withoutLoose = (plan: ReadPlan): ReadPlan => ({
  ...plan,
  points: plan.points.map(({ written: { distance: _, ...written }, ...point }) => ({
    ...{ ...point, written, distance: null },
  })),
});

/** Measures each reading. Loose numbers are distances where one of them fits a side. */
const weigh = (plan: ReadPlan, readings: readonly GridReading[], areaGiven: number | null): Weighed[] => {
  const measured = (of: ReadPlan) =>
    readings.map((reading) => ({ plan: of, reading, measured: measurePlan(of, reading, areaGiven) }));
  const asDistances = measured(plan);
  const areHeights = plan.hasLooseNumbers && asDistances.every((one) => !one.measured.hasFittingLeg);
  return areHeights ? measured(withoutLoose(plan)) : asDistances;
};

/** Of several readings, those that bearings, distances and the area do not speak against. */
const unrefuted = (weighed: readonly Weighed[]): readonly Weighed[] => {
  const sound = weighed.filter(({ measured }) => measured.warnings.length === 0);
  return sound.length > 0 ? sound : weighed;
};

/** A zone decides between two orders when the next lies at twice the distance of the nearest. */
const CLEARLY_NEARER = 2;

/** Plots that decide between grids: one in a wrong grid would bring the next ones along. */
const DECIDING_PLOTS = 3;

type Placed = Weighed & { place: LonLat; away: number | null };

const placed = (weighed: Weighed, near: LonLat | undefined): Placed => {
  const [place] = weighed.reading.lonLats;
  if (!place) throw new Error('a plan has at least one point');
  return { ...weighed, place, away: near ? distanceBetween(toMetres(near), toMetres(place)) : null };
};

/**
 * Of several readings, the nearest first, the one that the plots of the zone decide for: within
 * 30 km, clearly nearer than the next, and with no other grid within 30 km, since a plan may be
 * some kilometres from the plots that its zone has so far. Between grids three plots decide. Null
 * where they do not decide.
 */
const decidedByZone = ([first, ...others]: readonly Placed[], plots: number): Placed | null => {
  if (!first || first.away === null || first.away > FAR_M) return null;
  const nearest = first.away;
  const isClear = others.every(({ away, reading }) => {
    const isOtherGrid = reading.grid !== first.reading.grid;
    if (isOtherGrid && plots < DECIDING_PLOTS) return false;
    return away !== null && away > (isOtherGrid ? FAR_M : 0) && away >= CLEARLY_NEARER * nearest;
  });
  return isClear ? first : null;
};

const finish = (points: readonly BoundaryPoint[], warnings: readonly string[], near: LonLat | undefined) => {
  const { ring, metres, area, dropped } = checkBoundary(points);
  const far = near ? farFromZone(metres, toMetres(near)) : null;
  return {
    ...{ ring, metres, ...areaMeasures(area), perimeter_m: perimeterOf(metres) },
    warnings: [
      ...warnings,
      ...(far === null ? [] : [far]),
      ...(dropped === 1 ? ['One point repeated another and was left out.'] : []),
      ...(dropped > 1 ? [`${dropped} points repeated others and were left out.`] : []),
    ],
  };
};

const choiceOf = ({ reading: { grid, order }, place, away }: Placed): BoundaryChoice => {
  const [lon, lat] = place;
  return {
    ...{ grid, order, place: [Number(lon.toFixed(6)), Number(lat.toFixed(6))] },
    away_m: away === null ? null : Math.round(away),
  };
};

const HEIGHTS = 'The last number of each line fits no side of the plot, so it is read as a height.';

const readPlanBoundary = (text: string, plan: ReadPlan, options: BoundaryOptions): MeasuredBoundary => {
  const { readings, warnings, fits } = recognizeGrid(plan, options);
  const areaGiven = options.plan_area_sqm ?? plan.areaSqm;
  const nearestFirst = unrefuted(weigh(plan, readings, areaGiven))
    .map((weighed) => placed(weighed, options.near))
    .sort((one, other) => (one.away ?? 0) - (other.away ?? 0));
  const decided = decidedByZone(nearestFirst, options.plotsNear ?? 0);
  const left = decided ? [decided] : nearestFirst;
  const [taken, ...others] = left;
  if (!taken) throw new Error('recognizeGrid gives at least one reading');
  const { grid, order } = taken.reading;
  const { corners, closure, plan_area, warnings: measured } = taken.measured;
  const heights = taken.plan === plan ? [] : [HEIGHTS];
  return {
    ...finish(corners, [...warnings, ...heights, ...measured], options.near),
    survey: { text, grid, order, points: taken.plan.points.map(({ written }) => written) },
    ...{ closure, plan_area, fits },
    choices: others.length === 0 ? [] : left.map(choiceOf),
  };
};

const withoutClosing = (lonLats: readonly LonLat[]): readonly LonLat[] => {
  const [first, last] = [lonLats[0], lonLats.at(-1)];
  const isClosed = lonLats.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  return isClosed ? lonLats.slice(0, -1) : lonLats;
};

const readDrawnBoundary = (
  { points }: PlotOutline,
  { plan_area_sqm: given, near }: BoundaryOptions,
): MeasuredBoundary => {
  const lonLats = points.map(([lon, lat]): LonLat => [Number(lon), Number(lat)]);
  const read = finish(boundaryPoints(withoutClosing(lonLats)), [], near);
  const plan_area = given === undefined ? null : checkArea(read.area_sqm, given);
  const warnings = [...read.warnings, ...areaWarnings(read.area_sqm, plan_area)];
  return { ...read, warnings, survey: null, closure: null, plan_area, choices: [], fits: [] };
};

const planOf = ({ points }: PlotOutline): ReadPlan => ({
  points: points.map(([first, second], index) => ({
    ...{ line: index + 1, written: { name: '', first, second }, first: Number(first), second: Number(second) },
    ...{ bearing: null, distance: null },
  })),
  ...{ grids: [], order: null, distanceUnit: null, hasLooseNumbers: false, areaSqm: null },
});

/** Reads a shape as a plan of its points. The grid that it states binds; its east stands first. */
const readOutline = (text: string, outline: PlotOutline, options: BoundaryOptions): MeasuredBoundary => {
  refuseTooMany(outline.points.length);
  const { grid, order = 'east_north' } = options;
  return readPlanBoundary(text, planOf(outline), { ...options, grid: outline.grid ?? grid, order });
};

/**
 * Reads and checks a boundary, from the text of a surveyor's plan, WKT or KML, or as GeoJSON. Areas
 * and lengths are those of EPSG:25000. Throws a refusal `invalid_input` at the field `boundary`,
 * with a sentence for a clerk. Where `choices` are given, a person chooses and it is read again so.
 */
export const readBoundary = (given: GivenBoundary, options: BoundaryOptions = {}): MeasuredBoundary => {
  if ('plan_text' in given) {
    const { plan_text: text } = given;
    const outline = outlineIn(text);
    return outline ? readOutline(text, outline, options) : readPlanBoundary(text, readPlan(text), options);
  }
  const outline = readGeojson(given.geojson);
  if (outline.grid === 'degrees') return readDrawnBoundary(outline, options);
  return readOutline(outline.points.map((point) => point.join(' ')).join('\n'), outline, options);
};
