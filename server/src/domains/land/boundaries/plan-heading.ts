import type { PlotGrid, PointOrder } from '@banbo/contract';
import { SQM_OF_UNIT } from './measure.ts';

export type LengthUnit = 'ft' | 'm';

/** The columns of a plan by its headings; everything may be missing. */
export type PlanHeading = {
  grid: PlotGrid | null;
  order: PointOrder | null;
  hasBearing: boolean;
  hasDistance: boolean;
  isDistanceFirst: boolean;
  /** True where bearing and distance stand before the coordinates. */
  areLegsFirst: boolean;
  distanceUnit: LengthUnit | null;
};

type Subject = 'name' | 'east' | 'north' | 'bearing' | 'distance';

const SUBJECTS: Readonly<Record<Subject, string>> = {
  name: 'point points pt pts station stations stn pillar pillars beacon beacons name no nos id corner corners from to',
  east: 'e east easting eastings x lon long longitude',
  north: 'n north northing northings y lat latitude',
  bearing: 'bearing bearings azimuth direction brg',
  distance: 'distance distances dist length lengths',
};
const FEET = new Set('ft feet foot'.split(' '));
const METRES = new Set('m metre metres meter meters mtrs'.split(' '));
const FILLERS = new Set(
  'of the in and grid coordinate coordinates ghana gold coast epsg 2136 25000 wgs 84 wgs84 deg degrees all are'.split(
    ' ',
  ),
);

const subjectOf = new Map(
  Object.entries(SUBJECTS).flatMap(([subject, words]) => words.split(' ').map((word) => [word, subject as Subject])),
);
export const unitOf = (word: string): LengthUnit | null =>
  FEET.has(word.toLowerCase()) ? 'ft' : METRES.has(word.toLowerCase()) ? 'm' : null;

const GRID_OF_UNIT = { ft: 'gold_coast_feet', m: 'ghana_metres' } as const;
const wordsOf = (line: string): string[] => line.toLowerCase().match(/[a-z]+|\d+/g) ?? [];

/** True for a line that has nothing but the words of headings, such as `Point  N (ft)  E (ft)`. */
export const isHeading = (line: string): boolean => {
  const words = wordsOf(line);
  return words.length > 0 && words.every((word) => subjectOf.has(word) || FILLERS.has(word) || unitOf(word) !== null);
};

const gridNamedBy = (words: readonly string[]): PlotGrid | null => {
  if (words.includes('2136') || words.join(' ').includes('gold coast f')) return 'gold_coast_feet';
  if (words.includes('25000')) return 'ghana_metres';
  return words.some((word) => /^(?:lat|latitude|longitude|wgs84?)$/.test(word)) ? 'degrees' : null;
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
  const isAboutGrid = words.some((word) => /^(?:coordinates?|grid|epsg)$/.test(word));
  if (!isHeading(line)) {
    const units = isAboutGrid ? words.map(unitOf).filter((unit) => unit !== null) : [];
    return { grid: gridNamedBy(words) ?? (units[0] ? GRID_OF_UNIT[units[0]] : null) };
  }
  const columns = columnsOf(words);
  const at = (subject: Subject) => columns.findIndex((column) => column.subject === subject);
  const [east, north, bearing, distance] = [at('east'), at('north'), at('bearing'), at('distance')];
  const ofPoints = columns.find(({ subject, unit }) => (subject === 'east' || subject === 'north') && unit !== null);
  const loose = columns.length === 0 || isAboutGrid ? words.map(unitOf).find((unit) => unit !== null) : null;
  const unit = ofPoints?.unit ?? loose ?? null;
  const leg = Math.min(...[bearing, distance].filter((place) => place >= 0));
  return {
    grid: gridNamedBy(words) ?? (unit === null ? null : GRID_OF_UNIT[unit]),
    order: east < 0 || north < 0 ? null : east < north ? 'east_north' : 'north_east',
    hasBearing: bearing >= 0,
    hasDistance: distance >= 0,
    isDistanceFirst: distance >= 0 && distance < bearing,
    areLegsFirst: east >= 0 && north >= 0 && leg < Math.min(east, north),
    distanceUnit: columns[distance]?.unit ?? null,
  };
};

/** All that the lines without points say together; of two that disagree, the first counts. */
export const readHeadings = (lines: readonly string[]): PlanHeading => {
  const read = lines.map(readHeading);
  return {
    grid: read.find(({ grid }) => grid)?.grid ?? null,
    order: read.find(({ order }) => order)?.order ?? null,
    hasBearing: read.some(({ hasBearing }) => hasBearing),
    hasDistance: read.some(({ hasDistance }) => hasDistance),
    isDistanceFirst: read.some(({ isDistanceFirst }) => isDistanceFirst),
    areLegsFirst: read.some(({ areLegsFirst }) => areLegsFirst),
    distanceUnit: read.find(({ distanceUnit }) => distanceUnit)?.distanceUnit ?? null,
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
