import { MOST_PLAN_TEXT, type PlanPoint, type PlotGrid, type PointOrder } from '@banbo/contract';
import { type Bearing, readBearing } from './bearing.ts';
import { refuseTooMany, wrongBoundary } from './check-boundary.ts';
import {
  allowedByBoth,
  areaIn,
  GRIDS_OF_UNIT,
  gridOfZone,
  isHeading,
  type LengthUnit,
  type PlanHeading,
  readHeadings,
} from './plan-heading.ts';
import { readDistance, readLeg } from './plan-leg.ts';
import { anyPairIn, coordinatesIn, type NumberPair, orderByAxes, type PlanLine, readPlanLine } from './plan-line.ts';

/** A point as the plan writes it, and what its numbers are. */
export type ReadPoint = {
  /** The line of the text, from 1. */
  line: number;
  written: PlanPoint;
  first: number;
  second: number;
  /** To the next point, or from the one before, as the plan has it. */
  bearing: Bearing | null;
  distance: { value: number; unit: LengthUnit | null } | null;
};

export type ReadPlan = {
  points: readonly ReadPoint[];
  /** The grids that headings and units of the plan allow; none where they say nothing. */
  grids: readonly PlotGrid[];
  /** The order that its headings or letters say; null where they do not. */
  order: PointOrder | null;
  /** The unit of distances that have none of their own. */
  distanceUnit: LengthUnit | null;
  /** True where each line has one number beside its coordinates, and nothing says its meaning. */
  hasLooseNumbers: boolean;
  /** Square metres by a line such as `Area = 0.1607 acre`. */
  areaSqm: number | null;
};

type NumberedLine = { line: number; raw: string; read: PlanLine };
type LineOfPoint = NumberedLine & { pair: NumberPair };

const shown = (raw: string): string => {
  const text = raw.trim().replace(/\s+/g, ' ');
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
};

const noNumbers = ({ line, raw }: NumberedLine) =>
  wrongBoundary(
    `Line ${line} has no two numbers for a point: “${shown(raw)}”. Each line needs a point’s two coordinates; please remove notes.`,
  );

/** Parts the lines of points from headings before them and notes on the area. */
const sortLines = (lines: readonly NumberedLine[]): { ofPoints: LineOfPoint[]; others: NumberedLine[] } => {
  // Where no number looks like a coordinate, lines are read all the same to say where they lie.
  const pairIn = lines.some(({ read }) => coordinatesIn(read)) ? coordinatesIn : anyPairIn;
  const ofPoints: LineOfPoint[] = [];
  const others: NumberedLine[] = [];
  for (const line of lines) {
    const pair = pairIn(line.read);
    const isAside = isHeading(line.raw) || areaIn(line.raw) !== null;
    if (pair && !isAside) ofPoints.push({ ...line, pair });
    else if (isAside || (ofPoints.length === 0 && line.read.numbers.every(({ decimals }) => decimals === 0)))
      others.push(line);
    else throw noNumbers(line);
  }
  return { ofPoints, others };
};

const gridsOfUnits = ([first, second]: NumberPair): readonly PlotGrid[] => {
  const unit = first.unit ?? second.unit;
  if (unit === null) return [];
  return unit === 'degrees' ? [unit] : GRIDS_OF_UNIT[unit];
};

/** The name without the marks that part it from its numbers: `P1:` is P1. */
const nameOf = (text: string): string =>
  text
    .replaceAll('\t', ' ')
    .trim()
    .replace(/[.:)=]$/, '')
    .trim();

const HEIGHT = /[-+]?\d[\d,]*(?:\.\d+)?(?: ?(?:m|ft)\b)?/i;
const LAST_HEIGHT = new RegExp(`${HEIGHT.source}(?=\\D*$)`, 'i');

/** The end of a line behind its coordinates, without the height that the headings name. */
const withoutHeight = (rest: string, { height }: PlanHeading): string =>
  height === null ? rest : rest.replace(height === 'first' ? HEIGHT : LAST_HEIGHT, '');

const readPoint = ({ line, read, pair }: LineOfPoint, heading: PlanHeading): ReadPoint => {
  const [first, second] = pair;
  // A letter before a number is part of a name where the other number has none.
  const start = orderByAxes(pair) ? first.start : first.end - first.text.length;
  const before = read.flat.slice(0, start).split(heading.areLegsFirst ? /\s+/ : /$^/);
  const [name = '', ...leading] = before;
  const rest = withoutHeight(read.flat.slice(second.end), heading);
  const cells = [...(leading.length > 0 ? [leading.join(' ')] : []), ...rest.split('\t')];
  const leg = readLeg(cells, heading);
  if (!leg)
    throw wrongBoundary(
      `Line ${line} has “${shown(cells.join(' '))}” beside its coordinates, which is not a bearing and a distance.`,
    );
  return {
    line,
    written: { name: nameOf(name), first: first.text, second: second.text, ...leg },
    first: first.value,
    second: second.value,
    bearing: leg.bearing === undefined ? null : readBearing(leg.bearing),
    distance: leg.distance === undefined ? null : readDistance(leg.distance),
  };
};

const ZONE = /(?:^|\s)(3[01]) ?[NP]$/i;

/** Points as a GPS device writes them: the zone of UTM before the east of each. */
const withoutZone = (points: readonly ReadPoint[]): { points: readonly ReadPoint[]; zone: string | null } => {
  const zones = new Set(points.map(({ written }) => ZONE.exec(written.name)?.[1]));
  const [zone] = zones;
  if (zone === undefined || zones.size > 1) return { points, zone: null };
  const named = ({ written, ...point }: ReadPoint): ReadPoint => ({
    ...point,
    written: { ...written, name: written.name.replace(ZONE, '') },
  });
  return { points: points.map(named), zone };
};

/** The order that letters beside the numbers say, which must be one for all lines. */
const orderByLetters = (lines: readonly LineOfPoint[]): PointOrder | null => {
  const [first, ...rest] = lines;
  const order = first ? orderByAxes(first.pair) : null;
  const other = rest.find(({ pair }) => order !== null && orderByAxes(pair) !== null && orderByAxes(pair) !== order);
  if (other && first)
    throw wrongBoundary(`Line ${other.line} has east and north the other way round than line ${first.line}.`);
  return order;
};

/**
 * Reads the text of a surveyor's plan: a line for each point with an optional name, two coordinates
 * and, optionally, bearing and distance. Throws a refusal that names the line which it cannot read.
 * Grid and order stay open where the plan says nothing: `recognizeGrid` finds them.
 */
export const readPlan = (text: string): ReadPlan => {
  if (text.length > MOST_PLAN_TEXT) throw wrongBoundary('The text is too long for the plan of one plot.');
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((raw, index) => ({ raw, line: index + 1 }))
    .filter(({ raw }) => raw.trim() !== '');
  const { ofPoints, others } = sortLines(lines.map((line) => ({ ...line, read: readPlanLine(line.raw) })));
  refuseTooMany(ofPoints.length);
  const [first] = ofPoints;
  if (!first)
    throw wrongBoundary(
      'No line has two numbers. Please paste a line for each point, with its name and its two coordinates.',
    );
  const heading = readHeadings(others.map(({ raw }) => raw));
  const { points, zone } = withoutZone(ofPoints.map((line) => readPoint(line, heading)));
  const grids = allowedByBoth(gridsOfUnits(first.pair), heading.grids);
  return {
    points,
    grids: zone === null ? grids : [gridOfZone(zone)],
    order: orderByLetters(ofPoints) ?? heading.order ?? (zone === null ? null : 'east_north'),
    distanceUnit: heading.distanceUnit,
    hasLooseNumbers:
      !heading.hasBearing &&
      !heading.hasDistance &&
      points.every(({ bearing, distance }) => bearing === null && distance !== null),
    areaSqm: others.map(({ raw }) => areaIn(raw)).find((area) => area !== null) ?? null,
  };
};
