import type { LandMapping, PlotGrid, PointOrder } from '@banbo/contract';
import { wrongBoundary } from '../boundaries/check-boundary.ts';
import { type MeasuredBoundary, readBoundary } from '../boundaries/read-boundary.ts';

/** Characters that are read of a cell: some thousand points. */
export const LONGEST_BOUNDARY = 60_000;

/** Points of one boundary: checking takes their square, and a register has thousands. */
const MOST_POINTS = 400;

const GRIDS_OF_SRID: Readonly<Record<string, PlotGrid>> = {
  4326: 'degrees',
  2136: 'gold_coast_feet',
  25000: 'ghana_metres',
};

type Read = Pick<LandMapping, 'grid' | 'point_order'>;
type Listed = { points: string[]; grid: PlotGrid; order: PointOrder };

/** The points of a POLYGON, whose east stands first (OGC 06-103r4). */
const pointsOfWkt = (text: string, grid: PlotGrid): Listed => {
  const [, srid = '', kind = '', rings = ''] =
    /^(?:SRID=(\d+); ?)?(MULTIPOLYGON|POLYGON) ?(?:ZM?|M)? ?\((.*)\)$/i.exec(text) ?? [];
  const parts = rings
    .split(/\) ?, ?\(/)
    .map((ring) => ring.replace(/[()]/g, '').trim())
    .filter((ring) => ring !== '');
  if (kind === '' || parts.length === 0) throw wrongBoundary('This WKT is no POLYGON.');
  if (parts.length > 1) throw wrongBoundary('The boundary has several parts or a hole; a plot has one outline.');
  const points = (parts[0] ?? '').split(',').map((point) => point.trim().split(/\s+/).slice(0, 2).join(' '));
  return { points, grid: GRIDS_OF_SRID[srid] ?? grid, order: 'east_north' };
};

/** Numbers that are no part of a point's name. */
const NUMBERS = /(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])/g;

/** The points of a list, with a sign between two of them or none. */
const pointsOfList = (text: string): string[] => {
  const parts = text.split(/[;|]|\) ?,? ?\(/).map((part) => part.replace(/[()[\]]/g, '').trim());
  const points = parts.filter((part) => part !== '');
  if (points.length > 1) return points;
  const numbers = text.match(NUMBERS) ?? [];
  if (numbers.length % 2 === 1)
    throw wrongBoundary(
      `The boundary has ${numbers.length} numbers; each point needs two. Please put ; between points.`,
    );
  return numbers.flatMap((first, at) => (at % 2 === 0 ? [`${first} ${numbers[at + 1]}`] : []));
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw wrongBoundary(
      text.length >= LONGEST_BOUNDARY
        ? 'The boundary is too long to be read.'
        : 'The GeoJSON of the boundary is cut off or damaged.',
    );
  }
};

const MANY = `The boundary has more than ${MOST_POINTS} points. Please add it on the page of its plot.`;

/**
 * Reads the boundary of a cell: a GeoJSON geometry in degrees, a WKT polygon in the mapping's grid,
 * or a list of coordinates in its grid and order. Throws a refusal with a sentence.
 */
export const readBoundaryCell = (
  text: string,
  { grid, point_order }: Read,
  plan_area_sqm?: number,
): MeasuredBoundary => {
  if (text.startsWith('{')) {
    if ((text.match(/\] ?, ?\[/g)?.length ?? 0) > MOST_POINTS) throw wrongBoundary(MANY);
    return readBoundary({ geojson: parsed(text) }, { plan_area_sqm });
  }
  const isWkt = /^(?:SRID=\d+; ?)?[A-Z]+ ?(?:ZM?|M)? ?\(/i.test(text);
  const { points, ...given } = isWkt
    ? pointsOfWkt(text, grid)
    : { points: pointsOfList(text), grid, order: point_order };
  if (points.length > MOST_POINTS) throw wrongBoundary(MANY);
  return readBoundary({ plan_text: points.join('\n') }, { ...given, plan_area_sqm });
};
