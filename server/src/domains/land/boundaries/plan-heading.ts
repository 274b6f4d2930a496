import type { PlotGrid, PointOrder } from '@banbo/contract';
import { wrongBoundary } from './check-boundary.ts';
import { GRID_OF_EPSG, gridOfEpsg } from './epsg.ts';
import { SQM_OF_UNIT } from './measure.ts';

export type LengthUnit = 'ft' | 'm';

/** The columns of a plan by its headings; everything may be missing. */
export type PlanHeading = {
  /** The grids that its words allow, or none where they say nothing. */
  grids: readonly PlotGrid[];
  order: PointOrder | null;
  hasBearing: boolean;
  hasDistance: boolean;
  isDistanceFirst: boolean;
  /** True where bearing and distance stand before the coordinates. */
  areLegsFirst: boolean;
  distanceUnit: LengthUnit | null;
  /** Where heights stand behind the coordinates: before bearing and distance, or last. */
  height: 'first' | 'last' | null;
};

type Subject = 'name' | 'east' | 'north' | 'bearing' | 'distance' | 'height';

const SUBJECTS: Readonly<Record<Subject, string>> = {
  name: 'point points pt pts station stations stn pillar pillars beacon beacons name no nos id corner corners from to',
  east: 'e east easting eastings x lon long longitude',
  north: 'n north northing northings y lat latitude',
  bearing: 'bearing bearings azimuth direction brg',
  distance: 'distance distances dist length lengths',
  height: 'z h height heights elev elevation elevations rl level levels alt altitude',
};
const FEET = new Set('ft feet foot'.split(' '));
const METRES = new Set('m metre metres meter meters mtrs'.split(' '));
const FILLERS = new Set(
  (
    'of the in and all are is grid national coordinate coordinates reference system crs projection projected datum unit ' +
    'units deg degrees ghana ghanaian gold coast epsg wgs 84 1984 utm zone zones 30 31 code description desc remark remarks'
  )
    .split(' ')
    .concat(Object.keys(GRID_OF_EPSG)),
);

const subjectOf = new Map(
  Object.entries(SUBJECTS).flatMap(([subject, words]) => words.split(' ').map((word) => [word, subject as Subject])),
);
export const unitOf = (word: string): LengthUnit | null =>
  FEET.has(word.toLowerCase()) ? 'ft' : METRES.has(word.toLowerCase()) ? 'm' : null;

const UTM: readonly PlotGrid[] = ['utm_30', 'utm_31'];

/** The grid of a zone of UTM as plans write it: `30`. Refused where Ghana does not lie in it. */
export const gridOfZone = (zone: string): PlotGrid => {
  if (zone === '30') return 'utm_30';
  if (zone === '31') return 'utm_31';
  throw wrongBoundary(`Ghana lies in the zones 30 and 31 of UTM, and the plan says zone ${zone}. Please check it.`);
};

/** The grids whose numbers are in a unit. */
export const GRIDS_OF_UNIT: Readonly<Record<LengthUnit, readonly PlotGrid[]>> = {
  ft: ['gold_coast_feet'],
  m: ['ghana_metres', ...UTM],
};

/** The grids that two statements both allow; where they disagree, the first one's. */
export const allowedByBoth = (one: readonly PlotGrid[], other: readonly PlotGrid[]): readonly PlotGrid[] => {
  if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one;
  const both = one.filter((grid) => other.includes(grid));
  return both.length > 0 ? both : one;
};

/** The N of `30N`, and the band of `30P`, are no headings of columns. */
const ZONE = /(?<!\d)(3[01]) ?[np](?:orth)?(?![a-z])/g;
const wordsOf = (line: string): string[] =>
  line
    .toLowerCase()
    .replace(ZONE, '$1')
    .match(/[a-z]+|\d+/g) ?? [];

/** True for a line that has nothing but the words of headings, such as `Point  N (ft)  E (ft)`. */
export const isHeading = (line: string): boolean => {
  const words = wordsOf(line);
  return words.length > 0 && words.every((word) => subjectOf.has(word) || FILLERS.has(word) || unitOf(word) !== null);
};

const gridsNamedBy = (line: string, words: readonly string[]): readonly PlotGrid[] => {
  const [, code] = /\bepsg\W{0,3}(\d{4,6})\b/i.exec(line) ?? [];
  if (code !== undefined) return [gridOfEpsg(code)];
  const text = words.join(' ');
  const has = (...some: string[]) => some.some((word) => words.includes(word));
  // In other lines such a number may be a scale, or the number of the plan.
  const alone = isHeading(line) ? words.find((word) => Object.hasOwn(GRID_OF_EPSG, word)) : undefined;
  if (alone !== undefined) return [gridOfEpsg(alone)];
  if (has('utm')) {
    const zone =
      /(?:utm|zone)[^a-z\d]{0,3}(\d{1,2})(?!\d)/i.exec(line)?.[1] ?? words.find((word) => /^3[01]$/.test(word));
    return zone === undefined ? UTM : [gridOfZone(zone)];
  }
  if (text.includes('gold coast f')) return ['gold_coast_feet'];
  if (/\bghana met/.test(text)) return ['ghana_metres'];
  if (/\b(?:ghana|coast) (?:national )?grid\b/.test(text)) return ['gold_coast_feet', 'ghana_metres'];
  if (has('lat', 'latitude', 'longitude')) return ['degrees'];
  return has('wgs') ? ['degrees', ...UTM] : [];
};

/** Columns with the unit that stands behind them; a unit before all of them is the coordinates'. */
const columnsOf = (words: readonly string[]): { subject: Subject; unit: LengthUnit | null }[] => {
  const columns: { subject: Subject; unit: LengthUnit | null }[] = [];
  for (const word of words) {
    const subject = subjectOf.get(word);
    const last = columns.at(-1);
    if (subject) columns.push({ subject, unit: null });
    else if (last) last.unit ??= unitOf(word);
  }
  return columns;
};

const readHeading = (line: string): Partial<PlanHeading> => {
  const words = wordsOf(line);
  const gridsOf = (unit: LengthUnit | null | undefined) =>
    allowedByBoth(gridsNamedBy(line, words), unit ? GRIDS_OF_UNIT[unit] : []);
  const isAboutGrid = words.some((word) => /^(?:coordinates?|grid|epsg)$/.test(word));
  if (!isHeading(line)) {
    const unit = isAboutGrid ? words.map(unitOf).find((one) => one !== null) : null;
    return { grids: gridsOf(unit) };
  }
  const columns = columnsOf(words);
  const at = (subject: Subject) => columns.findIndex((column) => column.subject === subject);
  const [east, north, bearing, distance] = [at('east'), at('north'), at('bearing'), at('distance')];
  const height = at('height');
  const ofPoints = columns.find(({ subject, unit }) => (subject === 'east' || subject === 'north') && unit !== null);
  const loose = columns.length === 0 || isAboutGrid ? words.map(unitOf).find((unit) => unit !== null) : null;
  const unit = ofPoints?.unit ?? loose ?? null;
  const leg = Math.min(...[bearing, distance].filter((place) => place >= 0));
  return {
    grids: gridsOf(unit),
    order: east < 0 || north < 0 ? null : east < north ? 'east_north' : 'north_east',
    hasBearing: bearing >= 0,
    hasDistance: distance >= 0,
    isDistanceFirst: distance >= 0 && distance < bearing,
    areLegsFirst: east >= 0 && north >= 0 && leg < Math.min(east, north),
    distanceUnit: columns[distance]?.unit ?? null,
    height: height < 0 || height < Math.max(east, north) ? null : leg < height ? 'last' : 'first',
  };
};

/** All that the lines without points say together; of two that disagree, the first counts. */
export const readHeadings = (lines: readonly string[]): PlanHeading => {
  const read = lines.map(readHeading);
  return {
    grids: read.reduce<readonly PlotGrid[]>((said, { grids = [] }) => allowedByBoth(said, grids), []),
    order: read.find(({ order }) => order)?.order ?? null,
    hasBearing: read.some(({ hasBearing }) => hasBearing),
    hasDistance: read.some(({ hasDistance }) => hasDistance),
    isDistanceFirst: read.some(({ isDistanceFirst }) => isDistanceFirst),
    areLegsFirst: read.some(({ areLegsFirst }) => areLegsFirst),
    distanceUnit: read.find(({ distanceUnit }) => distanceUnit)?.distanceUnit ?? null,
    height: read.find(({ height }) => height)?.height ?? null,
  };
};

const AREA_UNIT = /(?<![a-z])(?:acres?(?![a-z])|ac(?![a-z])|hectares?(?![a-z])|ha(?![a-z])|sq\.? ?m|square m|m2|m²)/i;

/** The square metres that a line such as `AREA = 0.1607 ACRE` gives; null where it gives none. */
export const areaIn = (line: string): number | null => {
  const unit = /\barea\b/i.test(line) ? AREA_UNIT.exec(line) : null;
  if (!unit) return null;
  const numbers = line.slice(0, unit.index).match(/[\d.,]+/g) ?? [];
  const number = numbers.map((text) => Number(text.replaceAll(',', ''))).findLast((value) => value > 0);
  const kind = /^a/i.test(unit[0]) ? 'acres' : /^h/i.test(unit[0]) ? 'hectares' : 'sqm';
  return number === undefined ? null : number * SQM_OF_UNIT[kind];
};
